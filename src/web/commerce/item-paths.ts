import type { BoughtItem } from '#contract/commerce.ts'
import { paths } from '#contract/paths.ts'

/** The public page of what was bought. */
export const itemPath = ({ kind, _id }: BoughtItem): string => (kind === 'course' ? paths.courseDetail({ courseId: _id }) : paths.ebook({ ebookId: _id }))

/** Where its owner uses it: the player, or the reader. */
export const ownerPath = ({ kind, _id }: BoughtItem): string => (kind === 'course' ? paths.player({ courseId: _id }) : paths.ebook({ ebookId: _id }))

/** How the item is called in a sentence. */
export const itemWord = ({ kind }: Pick<BoughtItem, 'kind'>): string => (kind === 'course' ? 'Kelas' : 'E-book')
