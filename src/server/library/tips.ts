import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { ListTipsInput } from '#contract/library.ts'
import { shows, type Changes } from '#server/changes/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable, Transaction } from '#server/database/index.ts'
import { cleanHtml, readingMinutes } from '#server/rich-text/index.ts'
import { answersOf } from './search.ts'
import { tips } from './tables.ts'
import type { TipRow } from './present.ts'

const relatedShown = 3

const carries = (tag: string): SQL => sql`${tips.tags} @> ${JSON.stringify([tag])}::jsonb`

/** One page of published tips and how many there are in all: the newest first, or what answers a search best. */
export async function listPublishedTips(queryable: Queryable, { q, tag, page, limit }: ListTipsInput): Promise<{ rows: TipRow[]; total: number }> {
  const answers = q ? answersOf(q, { document: tips.document, title: tips.title }) : null
  const where = and(eq(tips.status, 'published'), tag ? carries(tag.toLowerCase()) : undefined, answers?.matches)
  return readPage(queryable, where, answers ? [desc(answers.worth), desc(tips.publishedAt), desc(tips.id)] : [desc(tips.publishedAt), desc(tips.id)], {
    page,
    limit,
  })
}

type AdminFilters = { q?: string | undefined; status?: 'draft' | 'published' | undefined; page: number; limit: number }

export async function listAllTips(queryable: Queryable, { q, status, page, limit }: AdminFilters): Promise<{ rows: TipRow[]; total: number }> {
  const where = and(status ? eq(tips.status, status) : undefined, q ? answersOf(q, { document: tips.document, title: tips.title }).matches : undefined)
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

/** A published tip and its relatives: those that share most tags, the newest first. */
export async function findPublishedTip(queryable: Queryable, slug: string): Promise<{ row: TipRow; related: TipRow[] } | null> {
  shows('tips')
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

export type NewTip = { title: string; slug?: string | undefined; summary: string; text: string; author: string; thumbnail: string | null; tags: string[] }

/** Adds a tip as a draft, or published at a moment. 'slug-taken' when another one has that very slug. */
export async function createTip(tx: Transaction, clock: Clock, tip: NewTip, publishedAt: Date | null = null): Promise<string | 'slug-taken'> {
  const id = randomUUIDv7()
  const now = clock.now()
  const slug = tip.slug ?? (await freeSlug(tx, tip.title))
  const bodyHtml = cleanHtml(tip.text)
  const inserted = await tx
    .insert(tips)
    .values({
      id,
      status: publishedAt ? 'published' : 'draft',
      slug,
      title: tip.title,
      summary: tip.summary,
      bodyHtml,
      author: tip.author,
      thumbnail: tip.thumbnail,
      tags: cleanTags(tip.tags),
      readingMinutes: readingMinutes(bodyHtml),
      createdAt: publishedAt ?? now,
      updatedAt: publishedAt ?? now,
      publishedAt,
    })
    .onConflictDoNothing()
    .returning({ id: tips.id })
  return inserted.length > 0 ? id : 'slug-taken'
}

type Deps = { clock: Clock; changes: Changes }
export type TipChange = { [Name in keyof NewTip]?: NewTip[Name] | undefined } & { id: string; version?: number | undefined }

/** Changes what is given. */
export async function updateTip(tx: Transaction, { clock, changes }: Deps, change: TipChange): Promise<TipRow | 'not-found' | 'stale' | 'slug-taken'> {
  const [before] = await tx.select().from(tips).where(eq(tips.id, change.id)).for('update')
  if (!before) return 'not-found'
  if (change.version !== undefined && change.version !== before.version) return 'stale'
  if (change.slug !== undefined && change.slug !== before.slug && (await isTaken(tx, change.slug))) return 'slug-taken'
  const bodyHtml = change.text === undefined ? before.bodyHtml : cleanHtml(change.text)
  const [after] = await tx
    .update(tips)
    .set({
      title: change.title ?? before.title,
      slug: change.slug ?? before.slug,
      summary: change.summary ?? before.summary,
      bodyHtml,
      author: change.author ?? before.author,
      thumbnail: change.thumbnail === undefined ? before.thumbnail : change.thumbnail,
      tags: change.tags ? cleanTags(change.tags) : before.tags,
      readingMinutes: readingMinutes(bodyHtml),
      version: before.version + 1,
      updatedAt: clock.now(),
    })
    .where(eq(tips.id, change.id))
    .returning()
  await changes.changed(tx, ['tips'])
  return after ?? 'not-found'
}

export async function findTip(queryable: Queryable, tipId: string): Promise<TipRow | null> {
  const [row] = await queryable.select().from(tips).where(eq(tips.id, tipId))
  return row ?? null
}

/** Tags are compared as written here: lower case, once each. */
const cleanTags = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.toLowerCase().replaceAll(/\s+/g, ' ').trim()).filter(Boolean))]

const isTaken = async (queryable: Queryable, slug: string): Promise<boolean> =>
  (await queryable.select({ id: tips.id }).from(tips).where(eq(tips.slug, slug))).length > 0

/** "Tip Hebat!" → "tip-hebat", with a number behind it when another tip has that already. */
async function freeSlug(tx: Transaction, title: string): Promise<string> {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .match(/[a-z0-9]+/g)
  const base = (words ?? ['tips']).join('-').slice(0, 100).replace(/-$/, '')
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!(await isTaken(tx, slug))) return slug
  }
}
