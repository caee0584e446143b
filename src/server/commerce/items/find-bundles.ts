import { asc, eq, inArray } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { Item } from './item.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { bundleItems, bundles, type BundleRow } from './bundles-tables.ts'

/** The cache tag of what shows bundles. */
export const bundlesTag = 'bundles'

export type Bundle = {
  row: BundleRow
  /** Its members for sale, in order. */
  members: Item[]
  /** False when it is not published, or one of its members is not sold (any more). */
  isForSale: boolean
}

/** Bundles with their members, by id. The number of queries does not depend on how many. */
export async function findBundles(
  { items }: Pick<CommerceDeps, 'items'>,
  ids: readonly string[],
  queryable: Queryable,
): Promise<Map<string, Bundle>> {
  dependsOn(bundlesTag)
  if (ids.length === 0) return new Map()
  const rows = await queryable
    .select()
    .from(bundles)
    .where(inArray(bundles.id, [...ids]))
  const keys = await queryable
    .select()
    .from(bundleItems)
    .where(inArray(bundleItems.bundleId, [...ids]))
    .orderBy(asc(bundleItems.position))
  const forSale = new Map<string, Item>()
  for (const kind of ['course', 'ebook'] as const) {
    const wanted = keys.filter((key) => key.kind === kind).map(({ itemId }) => itemId)
    if (wanted.length > 0)
      for (const item of await items[kind].listForSale(wanted, queryable)) forSale.set(item.id, item)
  }
  return new Map(
    rows.map((row) => {
      const own = keys.filter((key) => key.bundleId === row.id)
      const members = own.flatMap(({ itemId }) => forSale.get(itemId) ?? [])
      const isWhole = members.length === own.length && members.length >= 2 && members.every(({ isEmpty }) => !isEmpty)
      return [row.id, { row, members, isForSale: row.status === 'published' && isWhole }]
    }),
  )
}

export async function findBundleId(queryable: Queryable, idOrSlug: string): Promise<string | null> {
  const [row] = await queryable.select({ id: bundles.id }).from(bundles).where(eq(bundles.slug, idOrSlug)).limit(1)
  return row?.id ?? null
}
