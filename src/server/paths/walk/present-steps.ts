import { levels, type Level } from '#contract/catalog/course-rules.ts'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import type { PathStep } from '#contract/paths/paths.ts'
import type { StoredPath } from '#server/paths/index.ts'
import type { WalkDeps } from './deps.ts'

export type ShownPath = StoredPath & {
  /** Steps whose courses are in the catalogue or owned, in order. */
  shown: PathStep[]
}

/** Paths with what is shown of their steps. The number of queries does not depend on how many. `owned`: courses that are shown although they left the catalogue. */
export async function presentSteps(
  { catalog }: Pick<WalkDeps, 'catalog'>,
  paths: readonly StoredPath[],
  owned: ReadonlySet<string> = new Set(),
): Promise<ShownPath[]> {
  const ids = [...new Set(paths.flatMap(({ steps }) => steps.map(({ courseId }) => courseId)))]
  const rows = (await catalog.listCoursesById(ids)).filter(({ id, status }) => status === 'published' || owned.has(id))
  const cards = new Map((await catalog.toCards(rows)).map((card) => [card._id, card]))
  const minutes = await catalog.readMinutesByCourse([...cards.keys()])
  return paths.map((path) => ({
    ...path,
    shown: path.steps.flatMap(({ courseId, sentence }) => {
      const card = cards.get(courseId)
      if (!card) return []
      return {
        courseId,
        sentence,
        title: card.title,
        tagline: card.tagline,
        thumbnail: card.thumbnail,
        level: card.levels,
        lessonCount: card.lessonCount,
        minutes: minutes.get(courseId) ?? 1,
        instructor: card.instructor.name,
        price: priceAfterDiscount(card),
      }
    }),
  }))
}

/** The level of the easiest and of the hardest step. */
export function levelRange(steps: readonly Pick<PathStep, 'level'>[]): { from: Level; to: Level } {
  const used = levels.filter((level) => steps.some((step) => step.level === level))
  return { from: used[0] ?? 'Pemula', to: used.at(-1) ?? 'Pemula' }
}
