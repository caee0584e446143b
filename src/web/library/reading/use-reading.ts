import { useCallback, useEffect, useState } from 'react'
import { nothingRead, type Mark, type Reading, type ReadingPosition } from '#contract/reading.ts'
import { deviceSync } from '#web/device/sync.ts'
import { useStored } from '#web/device/use-stored.ts'
import { useApi } from '#web/identity/index.ts'
import { emptyReading, guest, mergeGuestReading, readingStore } from './reading-store.ts'
import { readingTask } from './reading-task.ts'
import { useReaderId } from './use-reader-id.ts'

const sendWithinMs = 5_000

export type ReadingState = ReturnType<typeof useReading>

/** Reading progress in one e-book. Stored on this device at once, sent to the server soon, and merged with that of other devices. */
export function useReading(ebookId: string) {
  const api = useApi()
  const owner = useReaderId()
  const readingKey = `${owner}:${ebookId}`
  const stored = useStored(readingStore, owner, ebookId) ?? emptyReading
  /** Set once progress of the guest is merged; until then the stored position is not the final one. */
  const [mergedKey, setMergedKey] = useState<string | null>(null)
  const [otherDevice, setOtherDevice] = useState<{ readingKey: string; position: ReadingPosition } | null>(null)
  const isOpen = owner !== null && mergedKey === readingKey

  const send = useCallback(
    (when: { withinMs?: number } = {}) => {
      if (owner && owner !== guest) void deviceSync.request({ api, owner, task: readingTask, id: ebookId }, when)
    },
    [api, owner, ebookId],
  )

  useEffect(() => {
    if (!owner) return
    mergeGuestReading(owner, ebookId)
    setMergedKey(readingKey)
    const unsubscribe = deviceSync.onResult(owner, readingTask, ebookId, ({ otherDevicePosition: position }) => {
      if (position) setOtherDevice({ readingKey, position })
    })
    send()
    const online = () => send()
    addEventListener('online', online)
    return () => {
      unsubscribe()
      removeEventListener('online', online)
      if (readingTask.unsent(owner).includes(ebookId)) send()
    }
  }, [owner, ebookId, readingKey, send])

  const change = useCallback(
    (update: (reading: Reading) => Reading, when: { withinMs?: number }) => {
      if (!owner || !isOpen) return
      readingStore.update(owner, ebookId, (before) => {
        const { reading, syncedAt } = before ?? emptyReading
        return { reading: update(reading), dirty: owner !== guest, syncedAt }
      })
      send(when)
    },
    [owner, ebookId, isOpen, send],
  )

  const reading = isOpen ? stored.reading : null
  return {
    /** Null until local storage is read. */
    reading,
    /** Position of another device, when it differs in section from the local one. */
    otherDevicePosition: otherDevice?.readingKey === readingKey ? otherDevice.position : null,
    completedSectionIds: (reading ?? nothingRead).completedSectionIds,
    marks: (reading ?? nothingRead).marks.filter((mark) => !mark.deleted),
    complete: useCallback(
      (sectionId: string) => {
        if (owner && readingStore.read(owner, ebookId)?.reading.completedSectionIds.includes(sectionId)) return
        change((reading) => ({ ...reading, completedSectionIds: [...reading.completedSectionIds, sectionId].sort() }), {})
      },
      [owner, ebookId, change],
    ),
    moveTo: useCallback(
      (sectionId: string, percent: number) =>
        change((reading) => ({ ...reading, position: { sectionId, percent: Math.round(percent), at: new Date().toISOString() } }), {
          withinMs: sendWithinMs,
        }),
      [change],
    ),
    saveMark: useCallback(
      (mark: Omit<Mark, 'changedAt'>) =>
        change(
          (reading) => {
            const others = reading.marks.filter(({ id }) => id !== mark.id)
            return { ...reading, marks: [...others, { ...mark, changedAt: new Date().toISOString() }] }
          },
          { withinMs: sendWithinMs },
        ),
      [change],
    ),
  }
}
