import { useCallback, useEffect, useRef, useState } from 'react'
import { nothingRead, type Mark, type Reading, type ReadingPosition } from '#contract/reading.ts'
import { useApi } from '#web/identity/index.ts'
import { guest, mergeGuestReading, writeStored, type StoredReading } from './reading-store.ts'
import { syncReading } from './sync-reading.ts'
import { useReaderId } from './use-reader-id.ts'

const positionPauseMs = 5_000

export type ReadingState = ReturnType<typeof useReading>

/** Reading progress in one e-book. Stored on this device at once, sent to the server soon, and merged with that of other devices. */
export function useReading(ebookId: string) {
  const api = useApi()
  const owner = useReaderId()
  const readingKey = `${owner}:${ebookId}`
  const [shown, setShown] = useState<{ readingKey: string; stored: StoredReading } | null>(null)
  // After a change of user or e-book the previous progress must not be shown, not even for one render.
  const stored = shown?.readingKey === readingKey ? shown.stored : null
  const [otherDevicePosition, setOtherDevicePosition] = useState<{ readingKey: string; position: ReadingPosition } | null>(null)
  /** Key of the user and e-book that `latest` belongs to. */
  const open = useRef<string | null>(null)
  const latest = useRef<StoredReading | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const show = useCallback(
    (next: StoredReading) => {
      latest.current = next
      setShown({ readingKey, stored: next })
    },
    [readingKey],
  )

  const sync = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!owner || owner === guest) return
    try {
      const before = latest.current?.reading.position ?? null
      const synced = await syncReading(api, owner, ebookId)
      const { position } = synced.reading
      if (open.current !== readingKey) return
      show(synced)
      if (position && position.sectionId !== before?.sectionId) setOtherDevicePosition({ readingKey, position })
    } catch {
      // The server cannot be reached: the progress stays on the device and is sent later.
    }
  }, [api, owner, ebookId, readingKey, show])

  useEffect(() => {
    if (!owner) return
    open.current = readingKey
    show(mergeGuestReading(owner, ebookId))
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
  }, [owner, ebookId, readingKey, show, sync])

  const change = useCallback(
    (update: (reading: Reading) => Reading, when: 'now' | 'soon') => {
      const before = latest.current
      if (!owner || !before || open.current !== readingKey) return
      const next: StoredReading = { ...before, reading: update(before.reading), dirty: owner !== guest }
      writeStored(owner, ebookId, next)
      show(next)
      if (when === 'now') void sync()
      else timer.current ??= setTimeout(() => void sync(), positionPauseMs)
    },
    [owner, ebookId, readingKey, show, sync],
  )

  return {
    /** Null until local storage is read. */
    reading: stored?.reading ?? null,
    /** Position of another device, when it differs in section from the local one. */
    otherDevicePosition: otherDevicePosition?.readingKey === readingKey ? otherDevicePosition.position : null,
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
