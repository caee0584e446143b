import { Suspense, useState, type ReactNode } from 'react'
import { editHours } from '#contract/conversation/questions.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { Prose } from '#web/kit/ui/prose.tsx'
import { useStored } from '#web/kit/device/use-stored.ts'
import { editStore, isOutdated, type Edit } from './edit-store.ts'
import { PostField } from './post-field.tsx'

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).default)

type PostData = {
  _id: string
  html: string | null
  text: string | null
  createdAt: string
  isEdited: boolean
  hiddenReason: string | null
  isMine: boolean
  canEdit: boolean
}
type Props = {
  post: PostData
  userId: string
  /** How people name it: 'pertanyaan', 'jawaban'. */
  what: string
  author: string
  badges?: ReactNode
  courseId: string
  busy: string | null
  /** Votes and the like. */
  children?: ReactNode
  mayDelete: boolean
  /** True when it was saved; otherwise what was typed stays. */
  onChange: (text: string) => Promise<boolean>
  /** With the button that was pressed. */
  onDelete: (pressed: Element | null) => Promise<unknown>
  onReport: (reason: string) => Promise<{ message?: string | undefined }>
}

/** A person's post, with what the reader can do with it. */
export function Post({
  post,
  userId,
  what,
  author,
  badges,
  courseId,
  busy,
  children,
  mayDelete,
  onChange,
  onDelete,
  onReport,
}: Props) {
  const edited = useStored(editStore, userId, post._id)
  const saved = post.text ?? ''
  const setEdited = (change: (now: Edit | null) => Edit | null) => editStore.update(userId, post._id, change)
  const next = useFocusNext(edited !== null)
  const [isReporting, setReporting] = useState(false)

  async function remove() {
    const pressed = document.activeElement
    const title = `Hapus ${what} ini?`
    if (
      await askConfirm({
        title,
        text: 'Yang sudah dihapus tidak bisa dikembalikan.',
        confirmLabel: 'Hapus',
        danger: true,
      })
    )
      await onDelete(pressed)
  }
  async function save() {
    if (edited === null || edited.text.trim() === '') return
    // Text typed meanwhile stays, too.
    if (await onChange(edited.text)) setEdited((now) => (now?.text === edited.text ? null : now))
  }

  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
        <span className="font-semibold text-ink wrap-anywhere">{author}</span>
        {badges}
        <span>
          <time dateTime={post.createdAt}>{formatShortDateTime(post.createdAt)}</time>
          {post.isEdited && ' · diedit'}
        </span>
      </p>
      {post.hiddenReason !== null && <p className="mb-2 font-semibold">Disembunyikan pengelola: {post.hiddenReason}</p>}
      {edited === null ? (
        <div className="wrap-anywhere">{post.html !== null && <Prose html={post.html} />}</div>
      ) : (
        <div ref={next} className="grid gap-2">
          {isOutdated(edited, saved) && (
            <div role="status" className="rounded-field bg-sunken p-3 wrap-anywhere">
              <p className="mb-2 font-semibold">
                Sejak kamu mulai mengubahnya, {what} ini sudah diganti. Simpan menimpa yang ini:
              </p>
              {post.html !== null && <Prose html={post.html} />}
            </div>
          )}
          <PostField
            courseId={courseId}
            label={`Ubah ${what}`}
            value={edited.text}
            onChange={(edit) => setEdited((now) => now && { ...now, text: edit(now.text) })}
          />
          <div className="flex flex-wrap gap-2">
            <Button size="sm" busy={busy === 'change'} disabled={edited.text.trim() === ''} onClick={() => void save()}>
              Simpan
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setEdited(() => null)}>
              Batal
            </Button>
          </div>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        {children}
        {post.canEdit && edited === null && (
          <Button ref={next} variant="ghost" size="sm" onClick={() => setEdited(() => ({ text: saved, from: saved }))}>
            Ubah<span className="sr-only"> {what}</span>
          </Button>
        )}
        {post.isMine && !post.canEdit && (
          <span className="self-center text-sm text-ink-3">Bisa diubah sampai {editHours} jam setelah ditulis</span>
        )}
        {mayDelete && (
          <Button variant="ghost" size="sm" onClick={() => void remove()}>
            Hapus<span className="sr-only"> {what}</span>
          </Button>
        )}
        {!post.isMine && (
          <Button variant="ghost" size="sm" onClick={() => setReporting(true)}>
            Laporkan<span className="sr-only"> {what}</span>
          </Button>
        )}
      </div>
      {isReporting && (
        <Suspense>
          <ReportDialog what={what} send={onReport} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  )
}

export const InstructorBadge = () => <Badge tone="info">Instruktur</Badge>
