import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Changes } from '#server/changes/index.ts'
import type { Clock } from '#server/clock.ts'
import { isStillReferred, type Database, type Queryable, type Transaction } from '#server/database/index.ts'
import { findEbooks, type EbookRow } from './list-ebooks.ts'
import { readOutline, sectionsOf } from './outline.ts'
import { describeChange, type Note } from './note.ts'
import { answersOf, searchedEbooks } from './search.ts'
import { ebooks, grants, readings, type EbookStatus } from './tables.ts'

export type EditDeps = { database: Database; changes: Changes; clock: Clock; note: Note }

export type NewEbook = { title: string; description: string; author: string; price: number; thumbnail: string | null }

/** Begins an e-book: a draft without a section. */
export async function createEbook(
  tx: Transaction,
  { changes, clock, note }: EditDeps,
  { title, description, author, price, thumbnail }: NewEbook,
): Promise<string> {
  const id = randomUUIDv7()
  const now = clock.now()
  await tx.insert(ebooks).values({ id, status: 'draft', title, description, author, priceIdr: price, thumbnail, createdAt: now, updatedAt: now })
  await note(tx, 'ebook.created', id, { title })
  await changes.changed(tx, ['ebooks'])
  return id
}

export type EbookChange = { id: string; version?: number | undefined } & { [Name in keyof NewEbook]?: NewEbook[Name] | undefined }

/** Changes what is given. */
export async function updateEbook(tx: Transaction, { changes, clock, note }: EditDeps, change: EbookChange): Promise<'changed' | 'not-found' | 'stale'> {
  const [before] = await tx.select().from(ebooks).where(eq(ebooks.id, change.id)).for('update')
  if (!before) return 'not-found'
  if (change.version !== undefined && change.version !== before.version) return 'stale'
  const after = {
    title: change.title ?? before.title,
    description: change.description ?? before.description,
    author: change.author ?? before.author,
    priceIdr: change.price ?? before.priceIdr,
    thumbnail: change.thumbnail === undefined ? before.thumbnail : change.thumbnail,
  }
  await tx
    .update(ebooks)
    .set({ ...after, version: before.version + 1, updatedAt: clock.now() })
    .where(eq(ebooks.id, change.id))
  const told = describeChange(
    before,
    { ...before, ...after },
    { title: 'values', author: 'values', priceIdr: 'values', description: 'name', thumbnail: 'name' },
  )
  if (told) await note(tx, 'ebook.changed', change.id, told)
  await changes.changed(tx, ['ebooks', `ebook:${change.id}`])
  return 'changed'
}

const standing = { draft: 'unpublished', published: 'published', archived: 'archived' } as const

export type StatusOutcome = { outcome: 'changed' | 'not-found' } | { outcome: 'incomplete'; errors: Record<string, string> }

/** Publishing asks for what a reader needs; going back to the drafts hides an e-book from everybody but its owners. */
export async function setEbookStatus(
  tx: Transaction,
  { changes, clock, note }: EditDeps,
  { id, status, at = clock.now() }: { id: string; status: 'draft' | 'published'; at?: Date },
): Promise<StatusOutcome> {
  const [before] = await tx.select().from(ebooks).where(eq(ebooks.id, id)).for('update')
  if (!before) return { outcome: 'not-found' }
  if (status === 'published') {
    const errors: Record<string, string> = {}
    if (!before.description) errors.description = 'Deskripsi wajib diisi sebelum diterbitkan'
    const sections = sectionsOf(await readOutline(tx, id))
    const empty = sections.find(({ bodyHtml, image, images }) => !bodyHtml && !image && images.length === 0)
    if (sections.length === 0) errors.modules = 'Isi minimal satu bagian sebelum diterbitkan'
    else if (empty) errors.modules = `Bagian “${empty.heading}” belum ada isinya`
    if (Object.keys(errors).length > 0) return { outcome: 'incomplete', errors }
  }
  const isOwned = (await ownersOf(tx, [id])).has(id)
  // Whoever bought it keeps reading.
  const next: EbookStatus = status === 'draft' && isOwned ? 'archived' : status
  await tx
    .update(ebooks)
    .set({ status: next, updatedAt: clock.now(), version: before.version + 1, ...(status === 'published' && { publishedAt: before.publishedAt ?? at }) })
    .where(eq(ebooks.id, id))
  if (next !== before.status) await note(tx, `ebook.${standing[next]}`, id)
  await changes.changed(tx, ['ebooks', `ebook:${id}`])
  return { outcome: 'changed' }
}

/** Deletes an e-book; one that somebody owns, once owned or has opened a checkout for is archived instead. */
export async function deleteEbook(tx: Transaction, { changes, clock, note }: EditDeps, ebookId: string): Promise<'deleted' | 'archived' | 'not-found'> {
  const [row] = await tx.select({ title: ebooks.title }).from(ebooks).where(eq(ebooks.id, ebookId)).for('update')
  if (!row) return 'not-found'
  await changes.changed(tx, ['ebooks', `ebook:${ebookId}`])
  if (!(await tryDelete(tx, ebookId))) {
    await tx.update(ebooks).set({ status: 'archived', updatedAt: clock.now() }).where(eq(ebooks.id, ebookId))
    await note(tx, 'ebook.archived', ebookId)
    return 'archived'
  }
  await note(tx, 'ebook.deleted', ebookId, row)
  return 'deleted'
}

/** Whatever refers to an e-book for good (a grant, a transaction, a promo code) says so itself. */
async function tryDelete(tx: Transaction, ebookId: string): Promise<boolean> {
  try {
    await tx.transaction(async (attempt) => void (await attempt.delete(ebooks).where(eq(ebooks.id, ebookId))))
    return true
  } catch (error) {
    if (isStillReferred(error)) return false
    throw error
  }
}

export type EbookCounts = { ownerCount: number; readerCount: number }

/** How many own and how many have begun each of these e-books. */
export async function countReaders(queryable: Queryable, ids: readonly string[]): Promise<(ebookId: string) => EbookCounts> {
  const [owners, readers] = [await ownersOf(queryable, ids), await readersOf(queryable, ids)]
  return (ebookId) => ({ ownerCount: owners.get(ebookId) ?? 0, readerCount: readers.get(ebookId) ?? 0 })
}

const amount = sql<number>`count(*)::int`

async function ownersOf(queryable: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
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

/** One page of all e-books, last changed first, and how many there are in all. */
export async function listAllEbooks(queryable: Queryable, { q, status, page, limit }: AdminFilters): Promise<{ rows: EbookRow[]; total: number }> {
  const where = and(status ? eq(ebooks.status, status) : undefined, q ? answersOf(q, searchedEbooks).matches : undefined)
  const [count] = await queryable.select({ total: amount }).from(ebooks).where(where)
  const ids = await queryable
    .select({ id: ebooks.id })
    .from(ebooks)
    .where(where)
    .orderBy(desc(ebooks.updatedAt), desc(ebooks.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = new Map(
    (
      await findEbooks(
        queryable,
        ids.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return { rows: ids.flatMap(({ id }) => rows.get(id) ?? []), total: count?.total ?? 0 }
}
