import { describeChange } from '#server/platform/audit/index.ts'
import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { readingMinutes, type CleanHtml } from '#server/platform/rich-text/index.ts'
import type { EditDeps } from './edit-ebook.ts'
import type { TipRow } from '#server/library/present.ts'
import { tips } from '#server/library/tables.ts'

export type NewTip = {
  title: string
  slug?: string | undefined
  summary: string
  text: CleanHtml
  author: string
  thumbnail: string | null
  tags: string[]
  /** A day in western Indonesian time; null for the day of publication. */
  publishedOn?: string | null | undefined
}

/** Why a tip was rejected; a rejected change has no effect. */
export type TipRejection = 'slug-taken' | 'not-yet' | 'day-missing'

/** Adds a tip as a draft, or published at a given time. */
export async function createTip(
  tx: Tx,
  { cacheTags, clock, recordEdit }: EditDeps,
  tip: NewTip,
  publishedAt: Date | null = null,
): Promise<{ id: string } | TipRejection> {
  const id = randomUUIDv7()
  const now = clock.now()
  const slug = tip.slug ?? (await freeSlug(tx, tip.title))
  const day = publishedAt ?? publishingTimeOf(tip.publishedOn ?? null, { before: null, now })
  if (day === 'not-yet') return day
  const bodyHtml = tip.text
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
      publishedAt: day,
    })
    .onConflictDoNothing()
    .returning({ id: tips.id })
  if (inserted.length === 0) return 'slug-taken'
  await recordEdit(tx, 'tip.created', id, { title: tip.title })
  await cacheTags.invalidate(tx, ['tips'])
  return { id }
}

export type TipChange = { [Name in keyof NewTip]?: NewTip[Name] | undefined } & { id: string; version?: number | undefined }

/** Changes the given fields. */
export async function updateTip(tx: Tx, deps: EditDeps, change: TipChange): Promise<'changed' | 'not-found' | 'stale' | TipRejection> {
  const [before] = await tx.select().from(tips).where(eq(tips.id, change.id)).for('update')
  if (!before) return 'not-found'
  if (change.version !== undefined && change.version !== before.version) return 'stale'
  if (change.slug !== undefined && change.slug !== before.slug && (await isTaken(tx, change.slug))) return 'slug-taken'
  const after = changedTip(before, change, deps.clock.now())
  if (typeof after === 'string') return after
  await tx
    .update(tips)
    .set({ ...after, readingMinutes: readingMinutes(after.bodyHtml), version: before.version + 1, updatedAt: deps.clock.now() })
    .where(eq(tips.id, change.id))
  const details = describeChange(before, { ...before, ...after }, loggedTipFields)
  if (details) await deps.recordEdit(tx, 'tip.changed', change.id, details)
  await deps.cacheTags.invalidate(tx, ['tips'])
  return 'changed'
}

const loggedTipFields = {
  title: 'values',
  slug: 'values',
  author: 'values',
  publishedAt: 'values',
  summary: 'name',
  bodyHtml: 'name',
  thumbnail: 'name',
  tags: 'name',
} as const

function changedTip(before: TipRow, change: TipChange, now: Date) {
  const publishedAt = change.publishedOn === undefined ? before.publishedAt : publishingTimeOf(change.publishedOn, { before: before.publishedAt, now })
  if (publishedAt === 'not-yet') return publishedAt
  if (before.status === 'published' && publishedAt === null) return 'day-missing'
  return {
    title: change.title ?? before.title,
    slug: change.slug ?? before.slug,
    summary: change.summary ?? before.summary,
    bodyHtml: change.text ?? before.bodyHtml,
    author: change.author ?? before.author,
    thumbnail: change.thumbnail === undefined ? before.thumbnail : change.thumbnail,
    tags: change.tags ? cleanTags(change.tags) : before.tags,
    publishedAt,
  }
}

/** The publication time for a day: unchanged for the same day, now for today, else noon. A future day is rejected. */
function publishingTimeOf(day: string | null, { before, now }: { before: Date | null; now: Date }): Date | null | 'not-yet' {
  if (day === null) return null
  if (before && jakartaDay(before) === day) return before
  const today = jakartaDay(now)
  if (day > today) return 'not-yet'
  return day === today ? now : new Date(`${day}T12:00:00+07:00`)
}

type StatusOutcome = { outcome: 'changed' | 'not-found' } | { outcome: 'incomplete'; errors: Record<string, string> }

/** Publishing requires a summary and a text. */
export async function setTipStatus(
  tx: Tx,
  { cacheTags, clock, recordEdit }: EditDeps,
  { id, status }: { id: string; status: 'draft' | 'published' },
): Promise<StatusOutcome> {
  const [tip] = await tx.select().from(tips).where(eq(tips.id, id)).for('update')
  if (!tip) return { outcome: 'not-found' }
  const errors: Record<string, string> = {}
  if (status === 'published' && !tip.summary) errors.summary = 'Ringkasan wajib diisi sebelum ditayangkan'
  if (status === 'published' && !tip.bodyHtml) errors.text = 'Isi wajib diisi sebelum ditayangkan'
  if (Object.keys(errors).length > 0) return { outcome: 'incomplete', errors }
  const publishedAt = status === 'published' ? (tip.publishedAt ?? clock.now()) : tip.publishedAt
  await tx
    .update(tips)
    .set({ status, publishedAt, updatedAt: clock.now(), version: tip.version + 1 })
    .where(eq(tips.id, id))
  if (status !== tip.status) await recordEdit(tx, status === 'published' ? 'tip.published' : 'tip.unpublished', id)
  await cacheTags.invalidate(tx, ['tips'])
  return { outcome: 'changed' }
}

export async function deleteTip(tx: Tx, { cacheTags, recordEdit }: EditDeps, tipId: string): Promise<boolean> {
  const [deleted] = await tx.delete(tips).where(eq(tips.id, tipId)).returning({ title: tips.title })
  if (!deleted) return false
  await recordEdit(tx, 'tip.deleted', tipId, deleted)
  await cacheTags.invalidate(tx, ['tips'])
  return true
}

/** Normalizes tags to unique lower-case values. */
const cleanTags = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.toLowerCase().replaceAll(/\s+/g, ' ').trim()).filter(Boolean))]

const isTaken = async (queryable: Queryable, slug: string): Promise<boolean> =>
  (await queryable.select({ id: tips.id }).from(tips).where(eq(tips.slug, slug))).length > 0

/** "Tip Hebat!" → "tip-hebat", with a number appended when the slug is taken. */
async function freeSlug(tx: Tx, title: string): Promise<string> {
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
