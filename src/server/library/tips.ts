import { and, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { ListTipsInput, Tip, TipCard } from '#contract/library/library.ts'
import type { AdminTip } from '#contract/library/library-admin.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { codePainter } from '#server/platform/code-colours/index.ts'
import { searchIn, searchedTips } from './search.ts'
import { tips } from './tables.ts'
import { presentAdminTip, presentAdminTipRow, presentTipCard, type TipRow } from './present.ts'

type Deps = { database: Database }
type AdminTipRow = Omit<AdminTip, 'text'>

const relatedShown = 3

const hasTag = (tag: string): SQL => sql`${tips.tags} @> ${JSON.stringify([tag])}::jsonb`

/** One page of published tips and the total count: newest first, or best match first for a search. */
async function listPublishedTips(
  queryable: Queryable,
  { q, tag, page, limit }: ListTipsInput,
): Promise<{ rows: TipRow[]; total: number }> {
  const found = q ? searchIn(q, searchedTips) : null
  const where = and(eq(tips.status, 'published'), tag ? hasTag(tag.toLowerCase()) : undefined, found?.matches)
  return readPage(
    queryable,
    where,
    found ? [desc(found.score), desc(tips.publishedAt), desc(tips.id)] : [desc(tips.publishedAt), desc(tips.id)],
    {
      page,
      limit,
    },
  )
}

export async function listTips({ database }: Deps, input: ListTipsInput): Promise<{ cards: TipCard[]; total: number }> {
  dependsOn('tips')
  const { rows, total } = await listPublishedTips(database.query, input)
  return { cards: rows.map(presentTipCard), total }
}

export async function showTip({ database, clock }: Deps & { clock: Clock }, slug: string): Promise<Tip | null> {
  const found = await findPublishedTip(database.query, slug)
  if (!found) return null
  const { row, related } = found
  const show = await codePainter({ database, clock }, row.id, [row.bodyHtml])
  return {
    ...presentTipCard(row),
    text: show(row.bodyHtml),
    updatedAt: row.updatedAt.toISOString(),
    related: related.map(presentTipCard),
  }
}

/** Every published tip, for the sitemap. */
export async function listPublicTips({ database }: Deps): Promise<{ slug: string; changedAt: Date }[]> {
  dependsOn('tips')
  const published = { slug: tips.slug, changedAt: tips.updatedAt }
  return database.query
    .select(published)
    .from(tips)
    .where(eq(tips.status, 'published'))
    .orderBy(desc(tips.publishedAt), desc(tips.id))
}

type AdminFilters = { q?: string | undefined; status?: 'draft' | 'published' | undefined; page: number; limit: number }

export async function listAllTips(
  { database }: Deps,
  { q, status, page, limit }: AdminFilters,
): Promise<{ rows: AdminTipRow[]; total: number }> {
  const where = and(status ? eq(tips.status, status) : undefined, q ? searchIn(q, searchedTips).matches : undefined)
  const { rows, total } = await readPage(database.query, where, [desc(tips.updatedAt), desc(tips.id)], { page, limit })
  return { rows: rows.map(presentAdminTipRow), total }
}

async function readPage(
  queryable: Queryable,
  where: SQL | undefined,
  order: SQL[],
  { page, limit }: { page: number; limit: number },
) {
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

/** Tags of published tips. */
export async function listTipTags({ database }: Deps): Promise<{ name: string; count: number }[]> {
  dependsOn('tips')
  const tag = sql<string>`tag.name`
  return database.query
    .select({ name: tag, count: sql<number>`count(*)::int` })
    .from(tips)
    .innerJoin(sql`jsonb_array_elements_text(${tips.tags}) as tag (name)`, sql`true`)
    .where(eq(tips.status, 'published'))
    .groupBy(tag)
    .orderBy(sql`count(*) desc, tag.name`)
}

/** A published tip and related ones: those with the most common tags, newest first. */
async function findPublishedTip(
  queryable: Queryable,
  slug: string,
): Promise<{ row: TipRow; related: TipRow[] } | null> {
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

export async function showAdminTip({ database }: Deps, tipId: string): Promise<AdminTip | null> {
  const [row] = await database.query.select().from(tips).where(eq(tips.id, tipId))
  return row ? presentAdminTip(row) : null
}

/** Titles of tips of any status by id. */
export async function nameTips({ database }: Deps, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.query
    .select({ id: tips.id, title: tips.title })
    .from(tips)
    .where(inArray(tips.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, title }) => [id, title]))
}
