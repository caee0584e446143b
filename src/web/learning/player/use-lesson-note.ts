import { useCallback, useEffect, useState } from 'react'
import { deviceSync } from '#web/device/sync.ts'
import { useStored, useSyncState } from '#web/device/use-stored.ts'
import { useApi } from '#web/identity/index.ts'
import { noteStore, noteTask } from './note-store.ts'

export type LessonNoteState = 'loading' | 'saved' | 'dirty' | 'saving' | 'waiting' | 'unavailable'

const pauseMs = 800

/** A lesson note that is saved automatically: after a pause in typing, when the lesson is left, and again when the network returns. */
export function useLessonNote({ courseId, contentId, userId }: { courseId: string; contentId: string; userId: string }) {
  const api = useApi()
  const draft = useStored(noteStore, userId, contentId)
  const syncState = useSyncState(userId, noteTask, contentId)
  /** What the server has; `unknown` while it is loading and when it cannot be reached. */
  const [onServer, setOnServer] = useState<{ text: string; version: number } | 'loading' | 'unknown'>('loading')

  useEffect(
    () =>
      deviceSync.onResult(userId, noteTask, contentId, (result) => {
        if (result?.kind === 'saved') setOnServer(result)
      }),
    [userId, contentId],
  )

  useEffect(() => {
    let isCancelled = false
    const show = (next: { text: string; version: number } | 'unknown') => {
      // A save that was confirmed meanwhile is newer.
      if (!isCancelled) setOnServer((known) => (typeof known === 'string' ? next : known))
    }
    api.mine.learning.listLessonNotes({ id: courseId }).then(
      ({ data }) => show(data.find((note) => note.contentId === contentId) ?? { text: '', version: 0 }),
      () => show('unknown'),
    )
    return () => {
      isCancelled = true
    }
  }, [api, courseId, contentId])

  const save = useCallback(
    (afterPauseMs?: number) => {
      const isUnsent = noteTask.unsent(userId).includes(contentId)
      if (isUnsent) void deviceSync.request({ api, owner: userId, task: noteTask, id: contentId }, afterPauseMs === undefined ? {} : { afterPauseMs })
    },
    [api, userId, contentId],
  )

  // What an earlier visit left unsent is sent on opening, the rest at once on leaving.
  useEffect(() => {
    save()
    return () => save()
  }, [save])

  const shown = draft ?? (typeof onServer === 'string' ? null : onServer)
  return {
    state: stateOf(),
    text: shown?.text ?? '',
    save,
    change(text: string) {
      noteStore.put(userId, contentId, { courseId, text, version: shown?.version ?? 0, isRejected: false })
      save(pauseMs)
    },
  }

  function stateOf(): LessonNoteState {
    if (draft?.isRejected) return 'unavailable'
    if (draft) return syncState === 'sending' ? 'saving' : syncState === 'waiting' ? 'waiting' : 'dirty'
    if (onServer === 'loading') return 'loading'
    return onServer === 'unknown' ? 'waiting' : 'saved'
  }
}
