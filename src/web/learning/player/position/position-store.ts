import { laterPosition, type LessonPosition } from '#contract/lesson-position.ts'
import type { KeyValueStore } from '#web/learning/player/progress-queue.ts'

type StoredPosition = LessonPosition & { courseId: string; /** Confirmed by the server. */ sent: boolean }
export type PositionStore = ReturnType<typeof createPositionStore>

const maximumLessons = 300

/** The lesson positions stored on this device, per user. Tabs merge their positions. */
export function createPositionStore(storage: KeyValueStore, userId: string) {
  const key = `cendaki-positions:${userId}`

  function readAll(): Record<string, StoredPosition> {
    try {
      return JSON.parse(storage.getItem(key) ?? '{}') as Record<string, StoredPosition>
    } catch {
      // A damaged entry counts as empty; positions already sent are on the server.
      return {}
    }
  }

  function write(all: Record<string, StoredPosition>) {
    const newestFirst = Object.entries(all).sort(([, a], [, b]) => (a.notedAt < b.notedAt ? 1 : -1))
    try {
      storage.setItem(key, JSON.stringify(Object.fromEntries(newestFirst.slice(0, maximumLessons))))
    } catch {
      // With a full storage only the resume position is lost.
    }
  }

  return {
    userId,
    /** The later of the local and the server position. */
    latest(contentId: string, onServer: LessonPosition | undefined): LessonPosition | null {
      const local = readAll()[contentId]
      return local && onServer ? laterPosition(local, onServer) : (local ?? onServer ?? null)
    },
    record({ courseId, contentId, reached, after }: { courseId: string; contentId: string; reached: number; after: string | undefined }) {
      const all = readAll()
      const known = [all[contentId]?.notedAt, after].map((moment) => (moment ? new Date(moment).getTime() + 1 : 0))
      // With a slow device clock the new position still counts as later than the known ones.
      const notedAt = new Date(Math.max(Date.now(), ...known)).toISOString()
      write({ ...all, [contentId]: { courseId, reached, notedAt, sent: false } })
    },
    unsent: (): [contentId: string, stored: StoredPosition][] => Object.entries(readAll()).filter(([, stored]) => !stored.sent),
    /** The server accepted or finally rejected this position. A position recorded meanwhile stays unsent. */
    settle(contentId: string, notedAt: string) {
      const all = readAll()
      const stored = all[contentId]
      if (stored?.notedAt === notedAt) write({ ...all, [contentId]: { ...stored, sent: true } })
    },
  }
}
