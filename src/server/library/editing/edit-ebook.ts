import { newId } from '#server/platform/new-id.ts'
import { describeChange } from '#server/audit/index.ts'
import { eq } from 'drizzle-orm'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isForeignKeyViolation, type Database, type Tx, saveVersioned } from '#server/platform/database/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { readOutline, sectionsOf } from '#server/library/outline.ts'
import { countOwners } from './show-for-staff.ts'
import type { RecordEdit } from './record-edit.ts'
import { ebooks, type EbookStatus } from '#server/library/tables.ts'

export type EditDeps = { database: Database; cacheTags: CacheTags; clock: Clock; recordEdit: RecordEdit }

export type NewEbook = { title: string; description: string; author: string; price: number; thumbnail: string | null }

/** Creates an e-book as a draft without sections. */
export async function createEbook(
  tx: Tx,
  { cacheTags, clock, recordEdit }: EditDeps,
  { title, description, author, price, thumbnail }: NewEbook,
): Promise<string> {
  const id = newId()
  const now = clock.now()
  await tx.insert(ebooks).values({
    id,
    status: 'draft',
    title,
    description,
    author,
    priceIdr: price,
    thumbnail,
    createdAt: now,
    updatedAt: now,
  })
  await recordEdit(tx, 'ebook.created', id, { title })
  await cacheTags.invalidate(tx, ['ebooks'])
  return id
}

export type EbookChange = { id: string; version?: number | undefined } & {
  [Name in keyof NewEbook]?: NewEbook[Name] | undefined
}

/** Changes the given fields. */
export async function updateEbook(
  tx: Tx,
  { cacheTags, clock, recordEdit }: EditDeps,
  { hasFreshProof, ...change }: EbookChange & { hasFreshProof: boolean },
): Promise<{ outcome: 'changed' } | Refusal<'not-found' | 'stale' | 'step-up-required'>> {
  const saved = await saveVersioned(tx, ebooks, change, (before) => {
    const priceIdr = change.price ?? before.priceIdr
    // Also of a draft that was on sale: it would only be published again.
    if (before.publishedAt !== null && priceIdr < before.priceIdr && !hasFreshProof) return refused('step-up-required')
    return {
      title: change.title ?? before.title,
      description: change.description ?? before.description,
      author: change.author ?? before.author,
      priceIdr,
      thumbnail: change.thumbnail === undefined ? before.thumbnail : change.thumbnail,
      updatedAt: clock.now(),
    }
  })
  if (saved.outcome !== 'saved') return saved
  const details = describeChange(saved.before, saved.after, {
    title: 'values',
    author: 'values',
    priceIdr: 'values',
    description: 'name',
    thumbnail: 'name',
  })
  if (details) await recordEdit(tx, 'ebook.changed', change.id, details)
  await cacheTags.invalidate(tx, ['ebooks', `ebook:${change.id}`])
  return { outcome: 'changed' }
}

const statusActions = { draft: 'unpublished', published: 'published', archived: 'archived' } as const

export type StatusOutcome = { outcome: 'changed' } | Refusal<'not-found'> | InvalidInput

/** Publishing requires a description and sections; unpublishing hides an e-book from everyone but its owners. */
export async function setEbookStatus(
  tx: Tx,
  { cacheTags, clock, recordEdit }: EditDeps,
  { id, status, at = clock.now() }: { id: string; status: 'draft' | 'published'; at?: Date },
): Promise<StatusOutcome> {
  const [before] = await tx.select().from(ebooks).where(eq(ebooks.id, id)).for('update')
  if (!before) return refused('not-found')
  if (status === 'published') {
    const errors: Record<string, string> = {}
    if (!before.description) errors.description = 'Deskripsi wajib diisi sebelum ditayangkan'
    const sections = sectionsOf(await readOutline(tx, id))
    const empty = sections.find(({ bodyHtml, image, images }) => !bodyHtml && !image && images.length === 0)
    if (sections.length === 0) errors.modules = 'Isi minimal satu bagian sebelum ditayangkan'
    else if (empty) errors.modules = `Bagian “${empty.heading}” belum ada isinya`
    if (Object.keys(errors).length > 0) return invalidInput(errors)
  }
  const isOwned = (await countOwners(tx, [id])).has(id)
  // Owners keep access to an archived e-book.
  const next: EbookStatus = status === 'draft' && isOwned ? 'archived' : status
  await tx
    .update(ebooks)
    .set({
      status: next,
      updatedAt: clock.now(),
      version: before.version + 1,
      ...(status === 'published' && { publishedAt: before.publishedAt ?? at }),
    })
    .where(eq(ebooks.id, id))
  if (next !== before.status) await recordEdit(tx, `ebook.${statusActions[next]}`, id)
  await cacheTags.invalidate(tx, ['ebooks', `ebook:${id}`])
  return { outcome: 'changed' }
}

/** Deletes an e-book. One with owners, former owners or transactions is archived instead. */
export async function deleteEbook(
  tx: Tx,
  { cacheTags, clock, recordEdit }: EditDeps,
  ebookId: string,
): Promise<{ outcome: 'deleted' | 'archived' } | Refusal<'not-found'>> {
  const [row] = await tx.select({ title: ebooks.title }).from(ebooks).where(eq(ebooks.id, ebookId)).for('update')
  if (!row) return refused('not-found')
  await cacheTags.invalidate(tx, ['ebooks', `ebook:${ebookId}`])
  if (!(await tryDelete(tx, ebookId))) {
    await tx.update(ebooks).set({ status: 'archived', updatedAt: clock.now() }).where(eq(ebooks.id, ebookId))
    await recordEdit(tx, 'ebook.archived', ebookId)
    return { outcome: 'archived' }
  }
  await recordEdit(tx, 'ebook.deleted', ebookId, row)
  return { outcome: 'deleted' }
}

/** False when a foreign key still references the e-book (a grant, a transaction, a promo code). */
async function tryDelete(tx: Tx, ebookId: string): Promise<boolean> {
  try {
    await tx.transaction(async (attempt) => void (await attempt.delete(ebooks).where(eq(ebooks.id, ebookId))))
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}
