import { useEffect, useSyncExternalStore } from 'react'
import { useApi } from '#web/identity/index.ts'
import { notKeptText } from '#web/kit/device/device-value.ts'
import { deviceSync } from '#web/kit/device/sync.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { postTask, waitingStore, writeAgain, type WaitingPost } from './post-store.ts'

type Props = {
  userId: string
  /** Which of those on this device. */
  isShown: (post: WaitingPost) => boolean
  /** Where a rejected post is written on. */
  draftIdOf: (post: WaitingPost) => string
  onSent: () => void
}

/** Outbox: posts written offline, until the server has them. */
export function WaitingPosts({ userId, isShown, draftIdOf, onSent }: Props) {
  const api = useApi()
  const keys = useSyncExternalStore(
    waitingStore.subscribe,
    () => waitingStore.list(userId).toSorted().join(' '),
    () => '',
  )
  const posts = (keys === '' ? [] : keys.split(' '))
    .flatMap((key) => waitingStore.read(userId, key) ?? [])
    .filter(isShown)
  const shownKeys = posts.map(({ key }) => key).join(' ')

  useEffect(() => {
    const ends = (shownKeys === '' ? [] : shownKeys.split(' ')).map((key) => {
      void deviceSync.request({ api, owner: userId, task: postTask, id: key })
      return deviceSync.onResult(userId, postTask, key, (result) => {
        if (result?.kind !== 'sent') return
        toast.success('Tulisanmu terkirim.')
        onSent()
      })
    })
    return () => ends.forEach((end) => end())
    // `onSent` only reloads: the one of the first render does it as well.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [api, userId, shownKeys])

  if (posts.length === 0) return null
  return (
    <ul className="grid gap-2" aria-label="Menunggu koneksi">
      {posts.map((post) => (
        <li key={post.key} className="rounded-card border border-dashed border-border p-4">
          <p className="font-semibold wrap-anywhere">{post.title || 'Jawabanmu'}</p>
          <p className="mt-1 line-clamp-3 whitespace-pre-line text-ink-2 wrap-anywhere">{post.text}</p>
          <p role="status" className="mt-2 text-sm text-ink-3">
            {post.rejection ||
              (waitingStore.isKept(userId, post.key)
                ? 'Belum ada koneksi. Tersimpan di perangkat ini dan dikirim begitu tersambung.'
                : notKeptText)}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              variant="outline"
              size="sm"
              onClick={(event) => {
                leaveRow(event.currentTarget)
                writeAgain(userId, draftIdOf(post), post)
              }}
            >
              Tulis lagi
            </Button>
            <Button
              variant="ghost"
              size="sm"
              onClick={(event) => {
                leaveRow(event.currentTarget)
                waitingStore.update(userId, post.key, () => null)
              }}
            >
              Hapus
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
