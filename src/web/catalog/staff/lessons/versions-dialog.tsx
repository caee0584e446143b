import { useState } from 'react'
import type { LessonVersion, StaffLesson } from '#contract/catalog/authoring.ts'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { useApi } from '#web/identity/index.ts'
import { withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

type Props = { lesson: StaffLesson; onClose: () => void; onRestored: () => Promise<void> }

/** Shows and restores earlier versions of an article. Restoring stores the current text as a version, too. */
export function VersionsDialog({ lesson, onClose, onRestored }: Props) {
  const { authenticated } = useApi()
  const [opened, setOpened] = useState<(LessonVersion & { text: string }) | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { courseId: id, _id: lessonId } = lesson

  const list = useRemote(
    lessonId,
    async (signal) => (await authenticated.authoring.listLessonVersions({ id, contentId: lessonId }, { signal })).data,
  )

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setFailure(null)
    try {
      await withLogin(work)
    } catch (error) {
      setFailure(fieldErrors(error).text ?? serverMessage(error) ?? 'Versi belum bisa dibuka. Coba lagi.')
    } finally {
      setBusy(false)
    }
  }
  const showVersion = (version: LessonVersion) =>
    attempt(async () => {
      const { data } = await authenticated.authoring.showLessonVersion({
        id,
        contentId: lessonId,
        versionId: version._id,
      })
      setOpened(data)
    })
  const restore = (version: LessonVersion) =>
    attempt(async () => {
      const response = await authenticated.authoring.restoreLessonVersion({
        id,
        contentId: lessonId,
        versionId: version._id,
        version: lesson.version,
      })
      toast.success(response.message ?? 'Versi lama dikembalikan.')
      await onRestored()
    })

  return (
    <Dialog open title="Riwayat versi" size="md" onClose={onClose}>
      {list.status === 'loading' && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Memuat…</span>
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      )}
      {list.status === 'failed' && (
        <ErrorState title="Riwayat belum bisa dimuat" text="Periksa koneksi, lalu coba lagi." onRetry={list.reload} />
      )}
      {!opened && list.data?.length === 0 && (
        <p className="py-6 text-ink-2">
          Belum ada versi lain. Setiap kali isi artikel disimpan, isi sebelumnya disimpan di sini.
        </p>
      )}
      {!opened && <FormError>{failure}</FormError>}
      {!opened && list.data && (
        <ol className="grid gap-2">
          {list.data.map((version) => (
            <li key={version._id} className="rounded-card border border-line p-3">
              <p className="font-semibold">
                {formatShortDateTime(version.savedAt)}
                {version.savedBy && <span className="font-normal text-ink-3"> · {version.savedBy}</span>}
              </p>
              <p className="mt-1 line-clamp-2 text-sm text-ink-2">{version.excerpt}</p>
              <Button
                type="button"
                variant="outline"
                size="sm"
                className="mt-2"
                busy={busy}
                onClick={() => void showVersion(version)}
              >
                Lihat<span className="sr-only"> versi {formatShortDateTime(version.savedAt)}</span>
              </Button>
            </li>
          ))}
        </ol>
      )}
      {opened && (
        <div className="grid gap-4">
          <p className="text-sm text-ink-3">
            Versi {formatShortDateTime(opened.savedAt)} · {opened.title}
          </p>
          <div
            className="max-h-[50vh] overflow-y-auto rounded-card border border-line p-4"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard.
            tabIndex={0}
            role="region"
            aria-label="Isi versi ini"
          >
            <Prose html={opened.text} />
          </div>
          <FormError>{failure}</FormError>
          <div className="flex flex-wrap gap-3">
            <Button type="button" busy={busy} onClick={() => void restore(opened)}>
              Kembalikan versi ini
            </Button>
            <Button
              type="button"
              variant="outline"
              onClick={() => {
                setOpened(null)
                setFailure(null)
              }}
            >
              Versi lain
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
