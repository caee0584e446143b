import { laterPosition, type LessonPosition } from '#contract/learning/lesson-position.ts'
import { deviceStore } from '#web/kit/device/device-store.ts'
import { parseBoolean, parseNumber, parseObject, parseRecord, parseString } from '#web/kit/device/parse.ts'
import { isFinalRejection, type SyncTask } from '#web/kit/device/sync.ts'

type StoredPosition = LessonPosition & { /** Confirmed by the server. */ sent: boolean }

const maximumLessons = 300

/** The positions in the lessons of a course, by lesson id. */
export const positionStore = deviceStore<Readonly<Record<string, StoredPosition>>>({
  name: 'positions',
  parse: (stored) => parseRecord(stored, parsePosition),
  merge(stored, incoming) {
    const merged = { ...stored, ...incoming }
    const newestFirst = Object.entries(merged).sort(([, a], [, b]) => (a.notedAt < b.notedAt ? 1 : -1))
    return Object.fromEntries(newestFirst.slice(0, maximumLessons))
  },
})

function parsePosition(stored: unknown): StoredPosition {
  const { reached, notedAt, sent } = parseObject(stored)
  return { reached: parseNumber(reached), notedAt: parseString(notedAt), sent: parseBoolean(sent) }
}

type Lesson = { userId: string; courseId: string; contentId: string }

/** The later of the local and the server position. */
export function latestPosition(
  { userId, courseId, contentId: lessonId }: Lesson,
  onServer: LessonPosition | undefined,
): LessonPosition | null {
  const local = positionStore.read(userId, courseId)?.[lessonId]
  return local && onServer ? laterPosition(local, onServer) : (local ?? onServer ?? null)
}

/** `after`: time of the position that the server is known to have. */
export function recordPosition(
  { userId, courseId, contentId: lessonId }: Lesson,
  { reached, after }: { reached: number; after: string | undefined },
): void {
  const before = positionStore.read(userId, courseId)?.[lessonId]?.notedAt
  const known = [before, after].map((instant) => (instant ? new Date(instant).getTime() + 1 : 0))
  // With a slow device clock the new position still counts as later than the known ones.
  const notedAt = new Date(Math.max(Date.now(), ...known)).toISOString()
  positionStore.put(userId, courseId, { [lessonId]: { reached, notedAt, sent: false } })
}

export const unsentPositions = (userId: string, courseId: string): [contentId: string, position: LessonPosition][] =>
  Object.entries(positionStore.read(userId, courseId) ?? {}).filter(([, { sent }]) => !sent)

/** The server accepted or finally rejected this position. A position recorded meanwhile stays unsent. */
export function confirmPosition({ userId, courseId, contentId: lessonId }: Lesson, notedAt: string): void {
  positionStore.update(userId, courseId, (stored) => {
    const position = stored?.[lessonId]
    return position?.notedAt === notedAt ? { ...stored, [lessonId]: { ...position, sent: true } } : stored
  })
}

/** Sends positions, per course. */
export const positionTask: SyncTask<null> = {
  name: 'positions',
  unsent: (userId) => positionStore.list(userId).filter((courseId) => unsentPositions(userId, courseId).length > 0),
  async send(api, userId, courseId) {
    for (const [lessonId, { reached, notedAt }] of unsentPositions(userId, courseId)) {
      try {
        await api.authenticated.learning.saveLessonPosition({ id: courseId, contentId: lessonId, reached, notedAt })
      } catch (error) {
        if (!isFinalRejection(error)) throw error
      }
      confirmPosition({ userId, courseId, contentId: lessonId }, notedAt)
    }
    return { result: null }
  },
}
