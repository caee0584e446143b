import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AdminEbook, AdminEbookRow, AdminSection } from '#contract/library/library-admin.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { findEbook, listEbooksById } from '#server/library/find-ebooks.ts'
import { readOutline, sectionsOf } from '#server/library/outline.ts'
import { presentAdminEbook, presentAdminRow, presentAdminSection } from '#server/library/present.ts'
import { searchIn, searchedEbooks } from '#server/library/search.ts'
import { ebooks, grants, readings, type EbookStatus } from '#server/library/tables.ts'

type Deps = { database: Database }

export async function showAdminEbook({ database: { query } }: Deps, ebookId: string): Promise<AdminEbook | null> {
  const row = await findEbook(query, ebookId)
  if (!row) return null
  const countsOf = await countReaders(query, [ebookId])
  return presentAdminEbook(row, countsOf(ebookId), await readOutline(query, ebookId))
}

export async function showAdminSection(
  { database }: Deps,
  { ebookId, sectionId }: { ebookId: string; sectionId: string },
): Promise<AdminSection | null> {
  const section = sectionsOf(await readOutline(database.query, ebookId)).find(({ id }) => id === sectionId)
  return section ? presentAdminSection(section) : null
}

type EbookCounts = { ownerCount: number; readerCount: number }

/** The number of owners and readers of each of these e-books. */
async function countReaders(queryable: Queryable, ids: readonly string[]): Promise<(ebookId: string) => EbookCounts> {
  const [owners, readers] = [await countOwners(queryable, ids), await readersOf(queryable, ids)]
  return (ebookId) => ({ ownerCount: owners.get(ebookId) ?? 0, readerCount: readers.get(ebookId) ?? 0 })
}

const amount = sql<number>`count(*)::int`

export async function countOwners(queryable: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await queryable
    .select({ id: grants.ebookId, amount })
    .from(grants)
    .where(and(inArray(grants.ebookId, [...ids]), isNull(grants.revokedAt)))
    .groupBy(grants.ebookId)
  return new Map(rows.map((row) => [row.id, row.amount]))
}

async function readersOf(queryable: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await queryable
    .select({ id: readings.ebookId, amount })
    .from(readings)
    .where(inArray(readings.ebookId, [...ids]))
    .groupBy(readings.ebookId)
  return new Map(rows.map((row) => [row.id, row.amount]))
}

type AdminFilters = { q?: string | undefined; status?: EbookStatus | undefined; page: number; limit: number }

/** One page of all e-books, last changed first, and the total count. */
export async function listAllEbooks(
  { database: { query } }: Deps,
  { q, status, page, limit }: AdminFilters,
): Promise<{ rows: AdminEbookRow[]; total: number }> {
  const where = and(status ? eq(ebooks.status, status) : undefined, q ? searchIn(q, searchedEbooks).matches : undefined)
  const [count] = await query.select({ total: amount }).from(ebooks).where(where)
  const ids = await query
    .select({ id: ebooks.id })
    .from(ebooks)
    .where(where)
    .orderBy(desc(ebooks.updatedAt), desc(ebooks.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const found = ids.map(({ id }) => id)
  const rows = new Map((await listEbooksById(query, found)).map((row) => [row.id, row]))
  const countsOf = await countReaders(query, found)
  return {
    rows: found.flatMap((id) => rows.get(id) ?? []).map((row) => presentAdminRow(row, countsOf(row.id))),
    total: count?.total ?? 0,
  }
}
