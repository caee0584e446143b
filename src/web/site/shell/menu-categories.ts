import type { Category } from '#contract/catalog/catalog.ts'
import { categorySlug, menuCategoryNames } from '#contract/catalog/course-rules.ts'

export type MenuCategory = { name: string; slug: string; courseCount: number | null }

/** The 11 fixed menu categories, with the number of courses where known. */
export function menuCategories(categories: readonly Category[]): MenuCategory[] {
  return menuCategoryNames.map((name) => {
    const slug = categorySlug(name)
    return { name, slug, courseCount: categories.find((category) => category.slug === slug)?.courseCount ?? null }
  })
}
