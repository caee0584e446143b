import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { EbookCard, ListEbooksInput } from '#contract/library/library.ts'
import { readRunningSales } from '#server/commerce/prices/index.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { listEbooksById, selectEbooks, type EbookRow } from './find-ebooks.ts'
import { ebookThumbnail, presentEbookCard } from './present.ts'
import { searchIn, searchedEbooks } from './search.ts'
import { ebooks } from './tables.ts'

type Deps = { database: Database; clock: Clock }

type Filters = { q?: string | undefined; type?: 'free' | 'premium' | undefined; page: number; limit: number }

/** One page of published e-books and the total count: newest first, or best match first for a search. */
async function listPublished(
  queryable: Queryable,
  { q, type, page, limit }: Filters,
): Promise<{ rows: EbookRow[]; total: number }> {
  const found = q ? searchIn(q, searchedEbooks) : null
  const conditions: (SQL | undefined)[] = [
    eq(ebooks.status, 'published'),
    type === 'free' ? eq(ebooks.priceIdr, 0) : type === 'premium' ? gt(ebooks.priceIdr, 0) : undefined,
    found?.matches,
  ]
  const where = and(...conditions)
  const [count] = await queryable
    .select({ total: sql<number>`count(*)::int` })
    .from(ebooks)
    .where(where)
  const rows = await selectEbooks(queryable)
    .where(where)
    .orderBy(...(found ? [desc(found.score)] : []), desc(ebooks.publishedAt), desc(ebooks.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: count?.total ?? 0 }
}

export async function listEbooks(
  { database, clock }: Deps,
  input: ListEbooksInput,
): Promise<{ cards: EbookCard[]; total: number }> {
  dependsOn('ebooks')
  const { rows, total } = await listPublished(database.query, input)
  const running = await readRunningSales(database.query, clock.now())
  return { cards: rows.map((row) => presentEbookCard(row, running)), total }
}

/** Every published e-book, for the sitemap. */
export async function listPublicEbooks({ database }: Deps): Promise<{ ebookId: string; changedAt: Date }[]> {
  dependsOn('ebooks')
  const published = { ebookId: ebooks.id, changedAt: ebooks.updatedAt }
  return database.query
    .select(published)
    .from(ebooks)
    .where(eq(ebooks.status, 'published'))
    .orderBy(desc(ebooks.publishedAt), desc(ebooks.id))
}

export async function hasEbook({ database }: Deps, title: string): Promise<boolean> {
  const [row] = await database.query.select({ id: ebooks.id }).from(ebooks).where(eq(ebooks.title, title)).limit(1)
  return row !== undefined
}

/** Titles and covers of e-books of any status by id. */
export async function describeEbooks(
  { database }: Deps,
  ebookIds: readonly string[],
): Promise<Map<string, { title: string; thumbnailUrl: string }>> {
  dependsOn(...ebookIds.map((id) => `ebook:${id}`))
  const rows = await listEbooksById(database.query, ebookIds)
  return new Map(rows.map((row) => [row.id, { title: row.title, thumbnailUrl: ebookThumbnail(row) }]))
}
