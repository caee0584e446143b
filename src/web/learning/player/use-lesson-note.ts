import { useCallback, useEffect, useRef, useState } from 'react'
import { failureStatus } from '#contract/client.ts'
import type { LessonNote } from '#contract/learning.ts'
import { ORPCError } from '@orpc/client'
import { useApi } from '#web/identity/index.ts'

export type LessonNoteState = 'loading' | 'saved' | 'dirty' | 'saving' | 'waiting' | 'unavailable'
type Draft = { text: string; version: number }

const pauseMs = 800
const retryMs = 30_000

/** A lesson note that is saved automatically: after a pause in typing, when the lesson is left, and again when the network returns. */
export function useLessonNote({ courseId, contentId, userId }: { courseId: string; contentId: string; userId: string }) {
  const { mine } = useApi()
  const key = `cendaki-note:${userId}:${contentId}`
  const [state, setState] = useState<LessonNoteState>('loading')
  const [text, setText] = useState('')
  const draft = useRef<Draft>({ text: '', version: 0 })
  const isSending = useRef(false)
  /** Storage key of the draft that the server has not confirmed. Needed where local storage is full or blocked. */
  const unsent = useRef<string | null>(null)

  const show = useCallback((next: Draft, nextState: LessonNoteState) => {
    draft.current = next
    setText(next.text)
    setState(nextState)
  }, [])

  const send = useCallback(async () => {
    if (isSending.current || (unsent.current !== key && readDraft(key) === null)) return
    isSending.current = true
    const sent = draft.current
    setState('saving')
    try {
      const { data } = await mine.learning.saveLessonNote({ id: courseId, contentId, ...sent })
      draft.current = { ...draft.current, version: data.version }
      if (draft.current.text === sent.text) {
        if (unsent.current === key) unsent.current = null
        localStorage.removeItem(key)
        setState('saved')
      } else setState('dirty')
    } catch (error) {
      const conflict = conflictingNote(error)
      // Another device changed the note: both texts are joined, and the next save stores them.
      if (conflict) {
        const both = { text: joinTexts(conflict.text, draft.current.text), version: conflict.version }
        storeDraft(key, both)
        show(both, 'dirty')
      } else if (failureStatus(error) === 403 || failureStatus(error) === 404) setState('unavailable')
      else setState('waiting')
    } finally {
      isSending.current = false
    }
  }, [mine, courseId, contentId, key, show])

  useEffect(() => {
    let isCancelled = false
    const waiting = readDraft(key)
    if (waiting) show(waiting, 'dirty')
    mine.learning.listLessonNotes({ id: courseId }).then(
      ({ data }) => {
        if (isCancelled || readDraft(key)) return
        const known = data.find((note) => note.contentId === contentId)
        show({ text: known?.text ?? '', version: known?.version ?? 0 }, 'saved')
      },
      () => isCancelled || readDraft(key) || setState('waiting'),
    )
    return () => {
      isCancelled = true
    }
  }, [mine, courseId, contentId, key, show])

  useEffect(() => {
    if (state !== 'dirty' && state !== 'waiting') return
    const timer = setTimeout(() => void send(), state === 'dirty' ? pauseMs : retryMs)
    const now = () => void send()
    addEventListener('online', now)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', now)
    }
  }, [state, text, send])

  // On leaving the lesson the text is sent at once. The draft stays on this device until the server confirms it.
  useEffect(() => () => void send(), [send])

  return {
    state,
    text,
    save: send,
    change(next: string) {
      draft.current = { ...draft.current, text: next }
      unsent.current = key
      storeDraft(key, draft.current)
      setText(next)
      setState('dirty')
    },
  }
}

function storeDraft(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Local storage is full or blocked: the text is in memory until the server has it.
  }
}

function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

function conflictingNote(error: unknown): LessonNote | null {
  if (!(error instanceof ORPCError) || error.code !== 'NOTE_CHANGED') return null
  return (error.data as { note: LessonNote }).note
}

const joinTexts = (there: string, here: string): string => (there.includes(here) ? there : here.includes(there) ? here : `${there}\n\n${here}`)
