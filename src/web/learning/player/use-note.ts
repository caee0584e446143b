import { useCallback, useEffect, useRef, useState } from 'react'
import { failureStatus } from '#contract/client.ts'
import type { Note } from '#contract/learning.ts'
import { ORPCError } from '@orpc/client'
import { useApi } from '#web/identity/index.ts'

export type NoteState = 'loading' | 'saved' | 'dirty' | 'saving' | 'waiting' | 'unavailable'
type Draft = { text: string; version: number }

const pauseMs = 800
const retryMs = 30_000

/** A lesson's note that saves itself: after a pause, when the lesson is left, and later when the line was down. */
export function useNote({ courseId, contentId, userId }: { courseId: string; contentId: string; userId: string }) {
  const { mine } = useApi()
  const key = `cendaki-note:${userId}:${contentId}`
  const [state, setState] = useState<NoteState>('loading')
  const [text, setText] = useState('')
  const draft = useRef<Draft>({ text: '', version: 0 })
  const isSending = useRef(false)
  /** The draft that the server has not got yet, also where the browser has no room to keep it. */
  const unsent = useRef<string | null>(null)

  const show = useCallback((next: Draft, nextState: NoteState) => {
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
      const { data } = await mine.learning.saveNote({ id: courseId, contentId, ...sent })
      draft.current = { ...draft.current, version: data.version }
      if (draft.current.text === sent.text) {
        if (unsent.current === key) unsent.current = null
        localStorage.removeItem(key)
        setState('saved')
      } else setState('dirty')
    } catch (error) {
      const elsewhere = changedElsewhere(error)
      // Nothing of either is lost: both texts stand, and the next save carries them.
      if (elsewhere) {
        const both = { text: joinTexts(elsewhere.text, draft.current.text), version: elsewhere.version }
        keepDraft(key, both)
        show(both, 'dirty')
      } else if (failureStatus(error) === 403 || failureStatus(error) === 404) setState('unavailable')
      else setState('waiting')
    } finally {
      isSending.current = false
    }
  }, [mine, courseId, contentId, key, show])

  useEffect(() => {
    let left = false
    const waiting = readDraft(key)
    if (waiting) show(waiting, 'dirty')
    mine.learning.listNotes({ id: courseId }).then(
      ({ data }) => {
        if (left || readDraft(key)) return
        const known = data.find((note) => note.contentId === contentId)
        show({ text: known?.text ?? '', version: known?.version ?? 0 }, 'saved')
      },
      () => left || readDraft(key) || setState('waiting'),
    )
    return () => {
      left = true
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

  // Another lesson, or another page: what is typed goes on its way at once; the draft stays here until it has arrived.
  useEffect(() => () => void send(), [send])

  return {
    state,
    text,
    save: send,
    change(next: string) {
      draft.current = { ...draft.current, text: next }
      unsent.current = key
      keepDraft(key, draft.current)
      setText(next)
      setState('dirty')
    },
  }
}

function keepDraft(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // A full or closed storage: the tab remembers, and the server, once it is reached.
  }
}

function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

function changedElsewhere(error: unknown): Note | null {
  if (!(error instanceof ORPCError) || error.code !== 'NOTE_CHANGED') return null
  return (error.data as { note: Note }).note
}

const joinTexts = (there: string, here: string): string => (there.includes(here) ? there : here.includes(there) ? here : `${there}\n\n${here}`)
