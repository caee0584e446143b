import { linksOf, staffPatterns } from './paths.ts'

const links = linksOf(staffPatterns)

/** Links to staff pages that no page of visitors links to. Not in paths.ts, which every first visit loads. */
export const staffPaths = {
  ...links,
  privacy: ({ state }: { state?: string } = {}) => links.privacy({}, { state: state || undefined }),
}
