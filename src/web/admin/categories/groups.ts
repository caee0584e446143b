import { categoryGroups, type CategoryGroup } from '#contract/catalog.ts'

// Same labels as in the catalogue filter.
const labels: Record<CategoryGroup, string> = { programming: 'Programming', design: 'Design', marketing: 'Marketing' }

export const groupLabel = (group: CategoryGroup): string => labels[group]
export const groupOptions = categoryGroups.map((value) => ({ value, label: labels[value] }))
