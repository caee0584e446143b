import { menuCategoryNames, type CategoryGroup } from '#contract/catalog/catalog.ts'

const groupOf = (name: string): CategoryGroup => {
  if (name === 'Digital Marketing') return 'marketing'
  return ['UI-UX Design', 'Graphic Design', 'Figma'].includes(name) ? 'design' : 'programming'
}

/** What a new installation begins with, in this order. */
export const initialCategories: readonly { name: string; group: CategoryGroup }[] = [
  ...menuCategoryNames,
  'Digital Marketing',
].map((name) => ({ name, group: groupOf(name) }))
