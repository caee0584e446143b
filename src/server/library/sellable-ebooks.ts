import { readRunningSales, type SalePrice } from '#server/commerce/prices/index.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { findEbook, listEbooksById } from './find-ebooks.ts'
import { findSalePrice } from './present.ts'

type Deps = { database: Database; clock: Clock }

export type SellableEbook = { id: string; title: string; priceIdr: number; sale: SalePrice | null; isEmpty: boolean }

/** A published e-book; null for any other. */
export async function findSellableEbook(
  { database }: Deps,
  ebookId: string,
): Promise<Omit<SellableEbook, 'sale'> | null> {
  dependsOn(`ebook:${ebookId}`)
  const row = await findEbook(database.query, ebookId)
  return row?.status === 'published'
    ? { id: row.id, title: row.title, priceIdr: row.priceIdr, isEmpty: row.sectionCount === 0 }
    : null
}

/** The published ones of these, with what they cost in the sales that are running. */
export async function listSellableEbooks(
  { clock }: Pick<Deps, 'clock'>,
  ebookIds: readonly string[],
  queryable: Queryable,
): Promise<SellableEbook[]> {
  dependsOn(...ebookIds.map((id) => `ebook:${id}`))
  const rows = await listEbooksById(queryable, ebookIds)
  const running = rows.length === 0 ? [] : await readRunningSales(queryable, clock.now())
  return rows
    .filter(({ status }) => status === 'published')
    .map((row) => ({
      id: row.id,
      title: row.title,
      priceIdr: row.priceIdr,
      sale: findSalePrice(running, row),
      isEmpty: row.sectionCount === 0,
    }))
}
