import { menuCategoryNames, type CategoryGroup } from '#contract/catalog/catalog.ts'

const groupOf = (name: string): CategoryGroup => {
  if (name === 'Digital Marketing') return 'marketing'
  return ['UI-UX Design', 'Graphic Design', 'Figma'].includes(name) ? 'design' : 'programming'
}

/** Categories of a new installation, in this order. */
export const initialCategories: readonly { name: string; group: CategoryGroup; inMenu?: boolean }[] = [
  ...menuCategoryNames,
  'Digital Marketing',
].map((name) => ({ name, group: groupOf(name) }))

/** The first categories of a site whose owner has not said yet what is taught. */
export const neutralCategories: typeof initialCategories = [{ name: 'Umum', group: 'programming', inMenu: true }]
