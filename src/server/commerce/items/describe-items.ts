import type { ItemKind } from '#contract/commerce/transactions.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { ItemSummary } from './item.ts'

/** By id; with `withDetails` also the lessons of courses. */
export async function describeItems(
  { items }: Pick<CommerceDeps, 'items'>,
  keys: readonly { kind: ItemKind; itemId: string }[],
  how: { withDetails?: boolean } = {},
): Promise<Map<string, ItemSummary>> {
  const idsOf = (kind: ItemKind) => keys.filter((key) => key.kind === kind).map(({ itemId }) => itemId)
  return new Map([
    ...(await items.course.describe(idsOf('course'), how)),
    ...(await items.ebook.describe(idsOf('ebook'))),
  ])
}
