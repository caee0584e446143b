import { useCallback, useEffect, useRef, useState } from 'react'
import { nothingRead, type Mark, type Reading, type ReadingPosition } from '#contract/reading.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { guest, takeOverGuest, writeStored, type Stored } from './reading-store.ts'
import { syncReading } from './sync-reading.ts'

const positionPauseMs = 5_000

/** Whose reading this is; null until it is known. */
export function useReader(): string | null {
  const session = useSession()
  if (session.status === 'unknown') return null
  return session.status === 'signed-in' ? session.session.user._id : guest
}

export type ReadingState = ReturnType<typeof useReading>

/** How far the reader is: kept on this device at once, told to the server soon, and brought together with what other devices told it. */
export function useReading(ebookId: string) {
  const api = useApi()
  const owner = useReader()
  const [stored, setStored] = useState<Stored | null>(null)
  const [foreign, setForeign] = useState<ReadingPosition | null>(null)
  const latest = useRef<Stored | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const show = useCallback((next: Stored) => {
    latest.current = next
    setStored(next)
  }, [])

  const sync = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!owner || owner === guest) return
    try {
      const before = latest.current?.reading.position ?? null
      const synced = await syncReading(api, owner, ebookId)
      const { position } = synced.reading
      show(synced)
      if (position && position.sectionId !== before?.sectionId) setForeign(position)
    } catch {
      // Nobody answers: it stays on the device and goes out later.
    }
  }, [api, owner, ebookId, show])

  useEffect(() => {
    if (!owner) return
    show(takeOverGuest(owner, ebookId))
    void sync()
    const flush = () => {
      if (document.visibilityState === 'hidden' && latest.current?.dirty) void sync()
    }
    const back = () => void sync()
    document.addEventListener('visibilitychange', flush)
    addEventListener('online', back)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      removeEventListener('online', back)
      if (latest.current?.dirty) void sync()
    }
  }, [owner, ebookId, show, sync])

  const change = useCallback(
    (update: (reading: Reading) => Reading, when: 'now' | 'soon') => {
      const before = latest.current
      if (!owner || !before) return
      const next: Stored = { ...before, reading: update(before.reading), dirty: owner !== guest }
      writeStored(owner, ebookId, next)
      show(next)
      if (when === 'now') void sync()
      else timer.current ??= setTimeout(() => void sync(), positionPauseMs)
    },
    [owner, ebookId, show, sync],
  )

  return {
    /** Null until storage was read. */
    reading: stored?.reading ?? null,
    /** Where another device was, when that is a later section than this one knew of. */
    foreign,
    completedSectionIds: (stored?.reading ?? nothingRead).completedSectionIds,
    marks: (stored?.reading ?? nothingRead).marks.filter((mark) => !mark.deleted),
    complete: useCallback(
      (sectionId: string) => {
        if (latest.current?.reading.completedSectionIds.includes(sectionId)) return
        change((reading) => ({ ...reading, completedSectionIds: [...reading.completedSectionIds, sectionId].sort() }), 'now')
      },
      [change],
    ),
    moveTo: useCallback(
      (sectionId: string, percent: number) =>
        change((reading) => ({ ...reading, position: { sectionId, percent: Math.round(percent), at: new Date().toISOString() } }), 'soon'),
      [change],
    ),
    saveMark: useCallback(
      (mark: Omit<Mark, 'changedAt'>) =>
        change((reading) => {
          const others = reading.marks.filter(({ id }) => id !== mark.id)
          return { ...reading, marks: [...others, { ...mark, changedAt: new Date().toISOString() }] }
        }, 'soon'),
      [change],
    ),
  }
}
