import type { ItemKind, Transaction } from '#contract/commerce.ts'
import { paths } from '#contract/paths.ts'

export type BoughtItem = { kind: ItemKind; _id: string; title: string }

/** What a transaction is about, whichever kind it is. */
export function boughtItem({ kind, course, ebook }: Pick<Transaction, 'kind' | 'course' | 'ebook'>): BoughtItem {
  const item = kind === 'course' ? course : ebook
  if (!item) throw new Error(`A transaction of kind ${kind} carries its ${kind}`)
  return { kind, _id: item._id, title: item.title }
}

/** The public page of what was bought. */
export const itemPath = ({ kind, _id }: BoughtItem): string => (kind === 'course' ? paths.courseDetail({ courseId: _id }) : paths.ebook({ ebookId: _id }))

/** Where its owner uses it: the player, or the reader. */
export const ownerPath = ({ kind, _id }: BoughtItem): string => (kind === 'course' ? paths.player({ courseId: _id }) : paths.ebook({ ebookId: _id }))

/** How the item is called in a sentence. */
export const itemWord = ({ kind }: Pick<BoughtItem, 'kind'>): string => (kind === 'course' ? 'Kelas' : 'E-book')
