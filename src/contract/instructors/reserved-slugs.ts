import { patterns } from '#contract/kit/paths.ts'

const partsOf = (pattern: string) => pattern.split('/').filter((part) => part !== '' && !part.startsWith(':'))

/** What no page of an instructor is called: parts of our own paths, and words that look like them. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...Object.values(patterns).flatMap(partsOf),
  'admin',
  'api',
  'baru',
  'instructors',
  'me',
  'ubah',
])
