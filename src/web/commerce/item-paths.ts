import type { Transaction, TransactionKind } from '#contract/commerce/transactions.ts'
import { itemKindLabels } from '#contract/commerce/labels.ts'
import { paths } from '#contract/kit/paths.ts'

/** The `_id` of a team is empty until it is paid. */
export type BoughtItem = { kind: TransactionKind; _id: string; title: string }

/** The thing that a transaction is for: a course, an e-book, a bundle, a path, a cart or a team. */
export function boughtItem({
  kind,
  title,
  items,
  team,
}: Pick<Transaction, 'kind' | 'title' | 'items' | 'team'>): BoughtItem {
  const [first] = items
  if (kind === 'team') return { kind, _id: team?.teamId ?? '', title }
  const id = kind === 'bundle' ? first?.bundleId : kind === 'path' ? first?.pathId : first?._id
  return { kind, _id: id ?? '', title }
}

/** The public page of the item; of a cart the list of purchases. */
export const itemPath = ({ kind, _id }: BoughtItem): string => {
  if (kind === 'course') return paths.courseDetail({ courseId: _id })
  if (kind === 'team') return teamPath(_id)
  if (kind === 'bundle') return paths.bundle({ slug: _id })
  if (kind === 'path') return paths.learningPath({ slug: _id })
  return kind === 'ebook' ? paths.ebook({ ebookId: _id }) : paths.transactions()
}

const teamPath = (teamId: string): string => (teamId === '' ? paths.teams() : paths.team({ teamId }))

/** The page where the owner uses the item: the player or the reader. */
export const ownerPath = ({ kind, _id }: BoughtItem): string => {
  if (kind === 'course') return paths.player({ courseId: _id })
  if (kind === 'team') return teamPath(_id)
  return kind === 'ebook' ? paths.ebook({ ebookId: _id }) : paths.myCourses()
}

/** The page that waits for the payment of a transaction and says how to make it. */
export const waitingPath = (transactionId: string): string => `${paths.successCheckout()}?transaksi=${transactionId}`

/** The name of the item kind, for sentences. */
export const itemLabel = ({ kind }: Pick<BoughtItem, 'kind'>): string => itemKindLabels[kind]

/** An order that ended before it was paid has none; one that waits shows what it will say. */
export const hasInvoice = ({ invoiceId, status }: Pick<Transaction, 'invoiceId' | 'status'>): boolean =>
  invoiceId !== null || status === 'pending'
