import type { PromoCodeInput } from '#contract/commerce/promo-codes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'

type Scope = { categoryId: string | null; courseId: string | null; ebookId: string | null }

/** The display name of a code's scope; null when the scope does not exist. */
export async function scopeName(
  { catalog, items }: CommerceDeps,
  { categoryId, courseId, ebookId }: Scope,
): Promise<string | null> {
  if (courseId) return (await catalog.findCourse(courseId))?.title ?? null
  if (ebookId) return (await items.ebook.describe([ebookId])).get(ebookId)?.title ?? null
  if (categoryId) return (await catalog.listCategories()).find((category) => category.id === categoryId)?.name ?? null
  return 'Semua'
}

/** An instructor's code is for one course of their own. */
export async function isInReach(
  deps: CommerceDeps,
  instructorId: string | null,
  input: PromoCodeInput,
): Promise<boolean> {
  if (instructorId === null) return (await scopeName(deps, input)) !== null
  return input.courseId !== null && (await deps.catalog.findCourse(input.courseId))?.instructorId === instructorId
}
