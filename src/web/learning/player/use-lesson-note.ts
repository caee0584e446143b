import { useCallback, useEffect, useState } from 'react'
import { deviceSync } from '#web/kit/device/sync.ts'
import { useStored } from '#web/kit/device/use-stored.ts'
import { useSyncState } from '#web/kit/device/use-sync-state.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useRetry } from '#web/kit/ui/behaviour/use-retry.ts'
import { isNoteUnsent, isSentElsewhere, noteStore, noteTask } from './note-store.ts'

export type LessonNoteState =
  | 'loading'
  | 'saved'
  | 'dirty'
  | 'saving'
  | 'waiting'
  | 'failed'
  | 'not-loaded'
  | 'unavailable'

const pauseMs = 800

/** A lesson note that is saved automatically: after a pause in typing, when the lesson is left, and again when the network returns. */
export function useLessonNote({ courseId, lessonId, userId }: { courseId: string; lessonId: string; userId: string }) {
  const api = useApi()
  const draft = useStored(noteStore, userId, lessonId)
  const syncState = useSyncState(userId, noteTask, lessonId)
  const loaded = useRemote(`${courseId} ${lessonId}`, async (signal) => {
    const { data } = await api.authenticated.learning.listLessonNotes({ id: courseId }, { signal })
    return data.find((note) => note.contentId === lessonId) ?? { text: '', version: 0 }
  })
  const { reload } = loaded
  useRetry(loaded.status === 'failed', reload)
  const [confirmed, setConfirmed] = useState<{ text: string; version: number } | null>(null)

  useEffect(
    () =>
      deviceSync.onResult(userId, noteTask, lessonId, (result) => {
        if (result?.kind === 'saved') setConfirmed(result)
      }),
    [userId, lessonId],
  )

  // Another tab sent the draft: its text stays, until what it became on the server is loaded.
  const [known, setKnown] = useState(draft)
  const [left, setLeft] = useState<{ text: string; version: number; over: unknown } | null>(null)
  if (draft !== known) {
    setKnown(draft)
    if (known && !draft && isSentElsewhere(known, confirmed)) {
      setConfirmed(null)
      setLeft({ text: known.text, version: known.version, over: loaded.data })
    }
  }
  useEffect(() => {
    if (left) reload()
  }, [left, reload])

  const save = useCallback(
    (afterPauseMs?: number) => {
      if (!isNoteUnsent(userId, lessonId)) return
      void deviceSync.request(
        { api, owner: userId, task: noteTask, id: lessonId },
        afterPauseMs === undefined ? {} : { afterPauseMs },
      )
    },
    [api, userId, lessonId],
  )

  // Sends on opening what an earlier visit left unsent, the rest at once on leaving.
  useEffect(() => {
    save()
    return () => save()
  }, [save])

  const shown = draft ?? confirmed ?? (left && left.over === loaded.data ? left : loaded.data)
  return {
    state: stateOf(),
    text: shown?.text ?? '',
    save,
    change(text: string) {
      noteStore.put(userId, lessonId, { courseId, text, version: shown?.version ?? 0, isRejected: false })
      save(pauseMs)
    },
  }

  function stateOf(): LessonNoteState {
    if (draft?.isRejected) return 'unavailable'
    if (draft) return syncState === 'idle' ? 'dirty' : syncState === 'sending' ? 'saving' : syncState
    if (shown) return 'saved'
    return loaded.status === 'loading' ? 'loading' : 'not-loaded'
  }
}
