import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'

const partsOf = (pattern: string) => pattern.split('/').filter((part) => part !== '' && !part.startsWith(':'))

/** Slugs that no page of an instructor may have: parts of our own paths, and words that look like them. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...[...Object.values(patterns), ...Object.values(staffPatterns)].flatMap(partsOf),
  'admin',
  'api',
  'baru',
  'instructors',
  'me',
  'ubah',
])
