import {
  categoryGroups,
  courseSorts,
  levels,
  type CategoryGroup,
  type CourseSort,
  type Level,
} from '#contract/catalog/course-rules.ts'

/** The filters of a URL; the names equal those of the API. */
export type Filters = {
  q?: string
  category?: string
  group?: CategoryGroup
  level?: Level
  type?: 'free' | 'premium'
  promo?: 'true'
  sort?: CourseSort
  page?: number
}

export const coursesPerPage = 24

const oneOf = <Value extends string>(known: readonly Value[], value: string | null): Value | undefined =>
  known.find((item) => item === value)

/** Parses the query of a URL. Unknown values are ignored, so that an old or mistyped link still shows courses. */
export function readFilters(params: URLSearchParams): Filters {
  const q = params.get('q')?.trim().slice(0, 100)
  const category = params.get('category')?.slice(0, 100)
  const group = oneOf(categoryGroups, params.get('group'))
  const level = oneOf(levels, params.get('level'))
  const type = oneOf(['free', 'premium'] as const, params.get('type'))
  const promo = oneOf(['true'] as const, params.get('promo'))
  const sort = oneOf(courseSorts, params.get('sort'))
  const page = Number(params.get('page'))
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(group && { group }),
    ...(level && { level }),
    ...(type && { type }),
    ...(promo && { promo }),
    ...(sort && { sort }),
    ...(Number.isInteger(page) && page > 1 && page <= 10_000 && { page }),
  }
}

/** The query string of filters: `?level=Pemula&promo=true`, or an empty string. */
export function writeFilters(filters: Filters): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') params.set(name, String(value))
  const query = params.toString()
  return query ? `?${query}` : ''
}

/** The filters with one changed or removed; a change resets to the first page. */
export function withFilter(filters: Filters, change: { [Name in keyof Filters]?: Filters[Name] | undefined }): Filters {
  const { page: _, ...others } = filters
  return Object.fromEntries(
    Object.entries({ ...others, ...change }).filter(([, value]) => value !== undefined),
  ) as Filters
}

export const typeLabels = { free: 'free', premium: 'Premium' } as const
export const sortLabels: Record<CourseSort, string> = {
  popular: 'Paling populer',
  rating: 'Rating tertinggi',
  newest: 'Terbaru',
  'price-asc': 'Termurah',
  'price-desc': 'Termahal',
  saving: 'Paling hemat',
}

export type AppliedFilter = { name: keyof Filters; label: string }

/** The filters that narrow the list, each with its label. */
export function appliedFilters(
  { q, category, group, level, type, promo }: Filters,
  categoryName: (slug: string) => string,
  groupLabels: Record<CategoryGroup, string>,
): AppliedFilter[] {
  return [
    q ? { name: 'q', label: `“${q}”` } : null,
    category ? { name: 'category', label: categoryName(category) } : null,
    group ? { name: 'group', label: groupLabels[group] } : null,
    level ? { name: 'level', label: level } : null,
    type ? { name: 'type', label: type === 'free' ? 'Gratis' : 'Premium' } : null,
    promo ? { name: 'promo', label: 'Promo' } : null,
  ].filter((item) => item !== null) as AppliedFilter[]
}
