import { useCallback, useEffect, useRef, useState } from 'react'
import { nothingRead, type Mark, type Reading, type ReadingPosition } from '#contract/reading.ts'
import { useApi } from '#web/identity/index.ts'
import { guest, takeOverGuest, writeStored, type Stored } from './reading-store.ts'
import { syncReading } from './sync-reading.ts'
import { useReader } from './use-reader.ts'

const positionPauseMs = 5_000

export type ReadingState = ReturnType<typeof useReading>

/** How far the reader is: kept on this device at once, told to the server soon, and brought together with what other devices told it. */
export function useReading(ebookId: string) {
  const api = useApi()
  const owner = useReader()
  const shelf = `${owner}:${ebookId}`
  const [shown, setShown] = useState<{ shelf: string; stored: Stored } | null>(null)
  // Another reader, or another e-book: what stood here is not theirs to see, not even for a moment.
  const stored = shown?.shelf === shelf ? shown.stored : null
  const [foreign, setForeign] = useState<{ shelf: string; position: ReadingPosition } | null>(null)
  /** Whose reading `latest` is. */
  const open = useRef<string | null>(null)
  const latest = useRef<Stored | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const show = useCallback(
    (next: Stored) => {
      latest.current = next
      setShown({ shelf, stored: next })
    },
    [shelf],
  )

  const sync = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!owner || owner === guest) return
    try {
      const before = latest.current?.reading.position ?? null
      const synced = await syncReading(api, owner, ebookId)
      const { position } = synced.reading
      if (open.current !== shelf) return
      show(synced)
      if (position && position.sectionId !== before?.sectionId) setForeign({ shelf, position })
    } catch {
      // Nobody answers: it stays on the device and goes out later.
    }
  }, [api, owner, ebookId, shelf, show])

  useEffect(() => {
    if (!owner) return
    open.current = shelf
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
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [owner, ebookId, shelf, show, sync])

  const change = useCallback(
    (update: (reading: Reading) => Reading, when: 'now' | 'soon') => {
      const before = latest.current
      if (!owner || !before || open.current !== shelf) return
      const next: Stored = { ...before, reading: update(before.reading), dirty: owner !== guest }
      writeStored(owner, ebookId, next)
      show(next)
      if (when === 'now') void sync()
      else timer.current ??= setTimeout(() => void sync(), positionPauseMs)
    },
    [owner, ebookId, shelf, show, sync],
  )

  return {
    /** Null until storage was read. */
    reading: stored?.reading ?? null,
    /** Where another device was, when that is a later section than this one knew of. */
    foreign: foreign?.shelf === shelf ? foreign.position : null,
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
