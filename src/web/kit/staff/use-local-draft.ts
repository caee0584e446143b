import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { deviceStore, openDrafts } from '#web/kit/device/device-store.ts'
import { useStaffUser } from './use-staff-user.ts'

const draft = z.object({ savedAt: z.number(), values: z.record(z.string(), z.unknown()) })

/** Unsaved form values, per form. */
export const draftStore = deviceStore({
  name: 'draft',
  parse: (stored) => draft.parse(stored),
  merge: (_, incoming) => incoming,
})

const pauseMs = 800

/**
 * Stores unsaved form values on this device, so that a closed tab loses nothing. `found` is the draft of an earlier visit; it is only
 * restored when the user asks for it. Nothing is stored with the name null.
 */
export function useLocalDraft<Values extends Record<string, unknown>>(
  name: string | null,
  values: Values,
  isDirty: boolean,
) {
  const { _id: owner } = useStaffUser()
  const [found] = useState(() =>
    name === null ? null : (draftStore.read(owner, name) as { savedAt: number; values: Values } | null),
  )
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const text = isDirty && name !== null ? JSON.stringify(values) : null
  // Debounced: stored after a pause in typing. A ref, because a save must cancel it before the next render.
  const pending = useRef<string | null>(null)
  // Whether the stored draft is of this visit, or was restored in it.
  const isOurs = useRef(false)

  function store(waiting: string): number | null {
    pending.current = null
    isOurs.current = true
    return name === null
      ? null
      : draftStore.put(owner, name, { savedAt: Date.now(), values: JSON.parse(waiting) as Record<string, unknown> })
          .savedAt
  }
  function removeStored() {
    if (name !== null) draftStore.update(owner, name, () => null)
  }
  const storePending = useEffectEvent(() => (pending.current === null ? savedAt : store(pending.current)))
  const afterChange = useEffectEvent(() => {
    pending.current = text
    // Everything was undone or saved. A draft of an earlier visit stays as long as it is only offered.
    if (text === null && isOurs.current) {
      removeStored()
      setSavedAt(null)
    }
  })

  useEffect(() => {
    afterChange()
    if (text === null) return
    const timer = setTimeout(() => setSavedAt(storePending()), pauseMs)
    return () => clearTimeout(timer)
  }, [owner, name, text])
  const isTyped = text !== null
  useEffect(() => {
    if (!isTyped || name === null) return
    openDrafts.add(name)
    return () => void openDrafts.delete(name)
  }, [name, isTyped])
  // Phones put a page away without "beforeunload".
  useEffect(() => {
    const storeNow = () => setSavedAt(storePending())
    document.addEventListener('visibilitychange', storeNow)
    addEventListener('pagehide', storeNow)
    return () => {
      document.removeEventListener('visibilitychange', storeNow)
      removeEventListener('pagehide', storeNow)
      storePending()
    }
  }, [])

  return {
    found,
    savedAt,
    /** Stores the draft without waiting for a pause in typing. */
    saveNow: () => void (text !== null && setSavedAt(store(text))),
    /** Removes the draft. Values typed before are not stored any more. */
    remove() {
      pending.current = null
      removeStored()
    },
    /** The draft of an earlier visit was restored: it is stored and removed with the form from now on. */
    takeFound: () => void (isOurs.current = true),
    /** Removes the draft of an earlier visit, but not what was typed in this one. */
    removeFound: () => (text === null ? removeStored() : void setSavedAt(store(text))),
  }
}
