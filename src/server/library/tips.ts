import { and, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { ListTipsInput } from '#contract/library/library.ts'
import { dependsOn } from '#server/platform/cache-tags/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { searchIn, searchedTips } from './search.ts'
import { tips } from './tables.ts'
import type { TipRow } from './present.ts'

const relatedShown = 3

const hasTag = (tag: string): SQL => sql`${tips.tags} @> ${JSON.stringify([tag])}::jsonb`

/** One page of published tips and the total count: newest first, or best match first for a search. */
export async function listPublishedTips(queryable: Queryable, { q, tag, page, limit }: ListTipsInput): Promise<{ rows: TipRow[]; total: number }> {
  const found = q ? searchIn(q, searchedTips) : null
  const where = and(eq(tips.status, 'published'), tag ? hasTag(tag.toLowerCase()) : undefined, found?.matches)
  return readPage(queryable, where, found ? [desc(found.score), desc(tips.publishedAt), desc(tips.id)] : [desc(tips.publishedAt), desc(tips.id)], {
    page,
    limit,
  })
}

type AdminFilters = { q?: string | undefined; status?: 'draft' | 'published' | undefined; page: number; limit: number }

export async function listAllTips(queryable: Queryable, { q, status, page, limit }: AdminFilters): Promise<{ rows: TipRow[]; total: number }> {
  const where = and(status ? eq(tips.status, status) : undefined, q ? searchIn(q, searchedTips).matches : undefined)
  return readPage(queryable, where, [desc(tips.updatedAt), desc(tips.id)], { page, limit })
}

async function readPage(queryable: Queryable, where: SQL | undefined, order: SQL[], { page, limit }: { page: number; limit: number }) {
  const [count] = await queryable
    .select({ total: sql<number>`count(*)::int` })
    .from(tips)
    .where(where)
  const rows = await queryable
    .select()
    .from(tips)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: count?.total ?? 0 }
}

export async function listTags(queryable: Queryable): Promise<{ name: string; count: number }[]> {
  const tag = sql<string>`tag.name`
  return queryable
    .select({ name: tag, count: sql<number>`count(*)::int` })
    .from(tips)
    .innerJoin(sql`jsonb_array_elements_text(${tips.tags}) as tag (name)`, sql`true`)
    .where(eq(tips.status, 'published'))
    .groupBy(tag)
    .orderBy(sql`count(*) desc, tag.name`)
}

/** A published tip and related ones: those with the most common tags, newest first. */
export async function findPublishedTip(queryable: Queryable, slug: string): Promise<{ row: TipRow; related: TipRow[] } | null> {
  dependsOn('tips')
  const [row] = await queryable
    .select()
    .from(tips)
    .where(and(eq(tips.slug, slug), eq(tips.status, 'published')))
  if (!row) return null
  const shared = sql`(select count(*) from jsonb_array_elements_text(${tips.tags}) as tag (name) where ${JSON.stringify(row.tags)}::jsonb ? tag.name)`
  const related = await queryable
    .select()
    .from(tips)
    .where(and(eq(tips.status, 'published'), ne(tips.id, row.id)))
    .orderBy(desc(shared), desc(tips.publishedAt), desc(tips.id))
    .limit(relatedShown)
  return { row, related }
}

export async function findTip(queryable: Queryable, tipId: string): Promise<TipRow | null> {
  const [row] = await queryable.select().from(tips).where(eq(tips.id, tipId))
  return row ?? null
}

export async function nameTips(queryable: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await queryable
    .select({ id: tips.id, title: tips.title })
    .from(tips)
    .where(inArray(tips.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, title }) => [id, title]))
}
