import type { ItemKind, Transaction } from '#contract/commerce/commerce.ts'
import { itemKindLabels } from '#contract/kit/labels.ts'
import { paths } from '#contract/kit/paths.ts'

export type BoughtItem = { kind: ItemKind; _id: string; title: string }

/** The course or e-book of a transaction. */
export function boughtItem({ kind, course, ebook }: Pick<Transaction, 'kind' | 'course' | 'ebook'>): BoughtItem {
  const item = kind === 'course' ? course : ebook
  if (!item) throw new Error(`Transaction of kind ${kind} has no ${kind}`)
  return { kind, _id: item._id, title: item.title }
}

/** The public page of the item. */
export const itemPath = ({ kind, _id }: BoughtItem): string => (kind === 'course' ? paths.courseDetail({ courseId: _id }) : paths.ebook({ ebookId: _id }))

/** The page where the owner uses the item: the player or the reader. */
export const ownerPath = ({ kind, _id }: BoughtItem): string => (kind === 'course' ? paths.player({ courseId: _id }) : paths.ebook({ ebookId: _id }))

/** The page that waits for the payment of a transaction and says how to make it. */
export const waitingPath = (transactionId: string): string => `${paths.successCheckout()}?transaksi=${transactionId}`

/** The name of the item kind, for sentences. */
export const itemLabel = ({ kind }: Pick<BoughtItem, 'kind'>): string => itemKindLabels[kind]
