import { jakartaDay } from '#contract/kit/days.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { addFigures } from '#server/platform/figures/index.ts'

/** Headers by which a request names itself: the header of the browser and of a page that is loaded in advance. */
export type ViewRequest = {
  /** Path and query. */ url: string
  header: (name: string) => string | null | undefined
}

/** The page in a browser, and the data that the page is made from when it is reached by a link of another page. */
const loads = /^\/(?:kelas\/details\/([\da-f-]{36})\/?|api\/courses\/([\da-f-]{36})\/overview)(?:[?#]|$)/i
const page = /^https?:\/\/[^/]+\/kelas\/details\/([\da-f-]{36})\/?(?:[?#]|$)/i
const programs = /bot\b|crawler|spider|slurp|facebookexternalhit|whatsapp|telegram|lighthouse/i

/**
 * Counts loads of course pages in memory, by course only, and adds them to the figures every few seconds. Pages are the same for everyone, so a load does not
 * say whose it is; a call that the page of its staff makes afterwards takes that load off.
 */
export function countCourseViews({ database, clock }: Pick<CatalogDeps, 'database' | 'clock'>) {
  let counted = new Map<string, number>()
  const add = (courseId: string, count: number) => counted.set(courseId, (counted.get(courseId) ?? 0) + count)

  return {
    /** Counts a request for a published course that succeeded. Programs and pages that are loaded in advance do not count. */
    count({ url, header }: ViewRequest): void {
      const found = loads.exec(url)
      const courseId = found?.[1] ?? found?.[2]
      if (courseId === undefined || header('authorization') != null) return
      if (/prefetch|prerender/.test(header('sec-purpose') ?? header('purpose') ?? '')) return
      if (!programs.test(header('user-agent') ?? '')) add(courseId.toLowerCase(), 1)
    },
    /** Takes off the load of a page that turned out to be of its staff. `referrer`: the page that calls. */
    takeOff(courseId: string, referrer: string | null): void {
      if (page.exec(referrer ?? '')?.[1]?.toLowerCase() === courseId) add(courseId, -1)
    },
    /** Views that were counted after those that the figures have. */
    waitingOf: (courseId: string): number => counted.get(courseId) ?? 0,
    /** Adds what was counted to the figures. */
    async save(): Promise<void> {
      if (counted.size === 0) return
      const saved = counted
      counted = new Map()
      const day = jakartaDay(clock.now())
      try {
        await addFigures(
          database.query,
          [...saved].map(([subject, value]) => ({ kind: 'views' as const, subject, day, value })),
        )
      } catch (error) {
        for (const [courseId, count] of saved) add(courseId, count)
        throw error
      }
    },
  }
}
