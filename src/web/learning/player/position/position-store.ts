import { laterPosition, type LessonPosition } from '#contract/lesson-position.ts'
import type { Shelf } from '#web/learning/player/progress-queue.ts'

type Noted = LessonPosition & { courseId: string; /** The server knows. */ sent: boolean }
export type PositionStore = ReturnType<typeof createPositionStore>

const lessonsKept = 300

/** How far somebody was in each lesson, as this device knows it. Each person has their own; tabs add to one another. */
export function createPositionStore(shelf: Shelf, userId: string) {
  const key = `cendaki-positions:${userId}`

  function readAll(): Record<string, Noted> {
    try {
      return JSON.parse(shelf.getItem(key) ?? '{}') as Record<string, Noted>
    } catch {
      // Damaged by hand: the server still knows what it was told.
      return {}
    }
  }

  function write(all: Record<string, Noted>) {
    const newestFirst = Object.entries(all).sort(([, a], [, b]) => (a.notedAt < b.notedAt ? 1 : -1))
    try {
      shelf.setItem(key, JSON.stringify(Object.fromEntries(newestFirst.slice(0, lessonsKept))))
    } catch {
      // A full storage costs the place to resume from, and nothing else.
    }
  }

  return {
    userId,
    /** Where to go on, of what this device and the server know. */
    latest(contentId: string, onServer: LessonPosition | undefined): LessonPosition | null {
      const here = readAll()[contentId]
      return here && onServer ? laterPosition(here, onServer) : (here ?? onServer ?? null)
    },
    note({ courseId, contentId, reached, after }: { courseId: string; contentId: string; reached: number; after: string | undefined }) {
      const all = readAll()
      const known = [all[contentId]?.notedAt, after].map((moment) => (moment ? new Date(moment).getTime() + 1 : 0))
      // A clock that runs slow still speaks after everything it has heard.
      const notedAt = new Date(Math.max(Date.now(), ...known)).toISOString()
      write({ ...all, [contentId]: { courseId, reached, notedAt, sent: false } })
    },
    unsent: (): [contentId: string, noted: Noted][] => Object.entries(readAll()).filter(([, noted]) => !noted.sent),
    /** The server took it in, or refused it for good; what was noted meanwhile still has to go. */
    settle(contentId: string, notedAt: string) {
      const all = readAll()
      const noted = all[contentId]
      if (noted?.notedAt === notedAt) write({ ...all, [contentId]: { ...noted, sent: true } })
    },
  }
}
