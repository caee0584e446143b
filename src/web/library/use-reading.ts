import { useCallback, useEffect, useState } from 'react'
import { nothingRead, type Mark, type Reading, type ReadingPosition } from '#contract/library/reading.ts'
import { useStored } from '#web/kit/device/use-stored.ts'
import { useApi } from '#web/identity/index.ts'
import { visitor } from '#web/kit/device/owner.ts'
import { withMark, withPosition } from './changes.ts'
import { emptyReading, mergeVisitorReading, readingStore } from './reading-store.ts'
import { useOwner } from './use-owner.ts'

const sendWithinMs = 5_000
/** A slow answer must not keep the place of a reader from being recorded. */
const hearWithinMs = 5_000

/** Loaded for signed-in readers only, because the progress of a visitor stays on this device. */
const loadSync = () => import('./reading-sync.ts')

export type ReadingState = ReturnType<typeof useReading>

/** Reading progress in one e-book. Stored on this device at once, sent to the server soon, and merged with that of other devices. */
export function useReading(ebookId: string) {
  const api = useApi()
  const owner = useOwner()
  const readingKey = `${owner}:${ebookId}`
  const stored = useStored(readingStore, owner, ebookId) ?? emptyReading
  /** Set once progress of the visitor is merged; until then the stored position is not the final one. */
  const [mergedKey, setMergedKey] = useState<string | null>(null)
  /** For which e-book the other devices were heard of, or cannot be. */
  const [heardKey, setHeardKey] = useState<string | null>(null)
  const [otherDevice, setOtherDevice] = useState<{ readingKey: string; position: ReadingPosition } | null>(null)
  const isOpen = owner !== null && mergedKey === readingKey

  const send = useCallback(
    (when: { withinMs?: number } = {}) => {
      if (!owner || owner === visitor) return
      loadSync().then(
        ({ deviceSync, readingTask }) => deviceSync.request({ api, owner, task: readingTask, id: ebookId }, when),
        // Without a network the code does not load either. The progress stays stored, and a later page sends it.
        () => {},
      )
    },
    [api, owner, ebookId],
  )

  useEffect(() => {
    if (!owner) return
    mergeVisitorReading(owner, ebookId)
    setMergedKey(readingKey)
    const controller = new AbortController()
    const { signal } = controller
    if (owner === visitor) setHeardKey(readingKey)
    else {
      void subscribe(owner, signal).catch(() => {})
      const late = setTimeout(() => setHeardKey(readingKey), navigator.onLine ? hearWithinMs : 0)
      signal.addEventListener('abort', () => clearTimeout(late))
      // Another device may have read on while this page was out of sight.
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && send(), { signal })
    }
    addEventListener('online', () => send(), { signal })
    return () => {
      controller.abort()
      if (readingStore.read(owner, ebookId)?.dirty) send()
    }

    async function subscribe(owner: string, signal: AbortSignal) {
      const { deviceSync, readingTask } = await loadSync()
      if (signal.aborted) return
      const unsubscribe = deviceSync.onResult(owner, readingTask, ebookId, ({ otherDevicePosition: position }) => {
        if (position) setOtherDevice({ readingKey, position })
        setHeardKey(readingKey)
      })
      signal.addEventListener('abort', unsubscribe)
      send()
    }
  }, [owner, ebookId, readingKey, send])

  const change = useCallback(
    (update: (reading: Reading) => Reading, when: { withinMs?: number }) => {
      if (!owner || !isOpen) return
      readingStore.update(owner, ebookId, (before) => {
        const stored = before ?? emptyReading
        return { ...stored, reading: update(stored.reading), dirty: owner !== visitor }
      })
      send(when)
    },
    [owner, ebookId, isOpen, send],
  )

  const reading = isOpen ? stored.reading : null
  return {
    /** Null until local storage is read. */
    reading,
    /** The server has said where other devices are, or does not answer. */
    isHeard: heardKey === readingKey,
    /** Position of another device, when it is later than the local one. */
    otherDevicePosition: otherDevice?.readingKey === readingKey ? otherDevice.position : null,
    completedSectionIds: (reading ?? nothingRead).completedSectionIds,
    marks: (reading ?? nothingRead).marks.filter((mark) => !mark.deleted),
    complete: useCallback(
      (sectionId: string) => {
        if (owner && readingStore.read(owner, ebookId)?.reading.completedSectionIds.includes(sectionId)) return
        change(
          (reading) => ({ ...reading, completedSectionIds: [...reading.completedSectionIds, sectionId].sort() }),
          {},
        )
      },
      [owner, ebookId, change],
    ),
    moveTo: useCallback(
      (sectionId: string, percent: number) =>
        change((reading) => withPosition(reading, sectionId, percent, Date.now()), { withinMs: sendWithinMs }),
      [change],
    ),
    saveMark: useCallback(
      (mark: Omit<Mark, 'changedAt'>) =>
        change((reading) => withMark(reading, mark, Date.now()), { withinMs: sendWithinMs }),
      [change],
    ),
  }
}
