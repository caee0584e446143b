import { useEffect, useState } from 'react'

type Stored<Values> = { savedAt: number; values: Values }

const prefix = 'cendaki-draft:'
const pauseMs = 800

function read<Values>(name: string): Stored<Values> | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as Stored<Values> | null
  } catch {
    return null
  }
}

function store(name: string, text: string): number | null {
  const savedAt = Date.now()
  try {
    localStorage.setItem(prefix + name, `{"savedAt":${savedAt},"values":${text}}`)
    return savedAt
  } catch {
    // Storage is full or blocked: the form still works, only without a local draft.
    return null
  }
}

/**
 * Stores unsaved form values on this device, so that a closed tab loses nothing. `found` is the draft of an earlier visit; it is only
 * restored when the user asks for it.
 */
export function useLocalDraft<Values>(name: string, values: Values, isDirty: boolean) {
  const [found] = useState(() => read<Values>(name))
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const text = isDirty ? JSON.stringify(values) : null

  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => setSavedAt(store(name, text)), pauseMs)
    return () => clearTimeout(timer)
  }, [name, text])

  /** Stores the draft without waiting for a pause in typing. */
  const saveNow = () => void (text !== null && store(name, text))
  return { found, savedAt, saveNow, remove: () => localStorage.removeItem(prefix + name) }
}
