import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { deviceStore } from '#web/device/device-store.ts'
import { useStaffUser } from './use-staff-user.ts'

const draft = z.object({ savedAt: z.number(), values: z.record(z.string(), z.unknown()) })

/** Unsaved form values, per form. */
const draftStore = deviceStore({ name: 'draft', parse: (stored) => draft.parse(stored), merge: (_, incoming) => incoming })

const pauseMs = 800

/**
 * Stores unsaved form values on this device, so that a closed tab loses nothing. `found` is the draft of an earlier visit; it is only
 * restored when the user asks for it.
 */
export function useLocalDraft<Values extends Record<string, unknown>>(name: string, values: Values, isDirty: boolean) {
  const { _id: owner } = useStaffUser()
  const [found] = useState(() => draftStore.read(owner, name) as { savedAt: number; values: Values } | null)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const text = isDirty ? JSON.stringify(values) : null

  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => setSavedAt(save(owner, name, text)), pauseMs)
    return () => clearTimeout(timer)
  }, [owner, name, text])

  return {
    found,
    savedAt,
    /** Stores the draft without waiting for a pause in typing. */
    saveNow: () => void (text !== null && save(owner, name, text)),
    remove: () => draftStore.update(owner, name, () => null),
  }
}

function save(owner: string, name: string, text: string): number {
  return draftStore.put(owner, name, { savedAt: Date.now(), values: JSON.parse(text) as Record<string, unknown> }).savedAt
}
