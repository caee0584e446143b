import { newId } from '#server/platform/new-id.ts'
import { describeChange } from '#server/audit/index.ts'
import { eq } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import { type Queryable, type Tx, saveVersioned } from '#server/platform/database/index.ts'
import { readingMinutes, type CleanHtml } from '#server/platform/rich-text/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { EditDeps, StatusOutcome } from './edit-ebook.ts'
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

const slugTaken = invalidInput({ slug: 'Slug ini sudah dipakai' })

/** Adds a tip as a draft, or published at a given time. */
export async function createTip(
  tx: Tx,
  { cacheTags, clock, recordEdit }: EditDeps,
  { tip, publishedAt = null }: { tip: NewTip; publishedAt?: Date | null },
): Promise<{ outcome: 'created'; id: string } | InvalidInput> {
  const id = newId()
  const now = clock.now()
  const slug = tip.slug ?? (await freeSlug(tx, tip.title))
  const time = publishedAt
    ? { outcome: 'set' as const, publishedAt }
    : publishingTimeOf(tip.publishedOn ?? null, { before: null, now })
  if (time.outcome !== 'set') return time
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
      publishedAt: time.publishedAt,
    })
    .onConflictDoNothing()
    .returning({ id: tips.id })
  if (inserted.length === 0) return slugTaken
  await recordEdit(tx, 'tip.created', id, { title: tip.title })
  await cacheTags.invalidate(tx, ['tips'])
  return { outcome: 'created', id }
}

export type TipChange = { [Name in keyof NewTip]?: NewTip[Name] | undefined } & {
  id: string
  version?: number | undefined
}

/** Changes the given fields. */
export async function updateTip(
  tx: Tx,
  deps: EditDeps,
  change: TipChange,
): Promise<{ outcome: 'changed' } | Refusal<'not-found' | 'stale'> | InvalidInput> {
  const saved = await saveVersioned(tx, tips, change, async (before) => {
    if (change.slug !== undefined && change.slug !== before.slug && (await isTaken(tx, change.slug))) return slugTaken
    const now = deps.clock.now()
    const changed = changedTip(before, change, now)
    if (changed.outcome !== 'changed') return changed
    return { ...changed.after, readingMinutes: readingMinutes(changed.after.bodyHtml), updatedAt: now }
  })
  if (saved.outcome !== 'saved') return saved
  const details = describeChange(saved.before, saved.after, loggedTipFields)
  if (details) await deps.recordEdit(tx, 'tip.changed', change.id, details)
  await deps.cacheTags.invalidate(tx, ['tips'])
  return { outcome: 'changed' }
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
  const day = change.publishedOn
  const time =
    day === undefined
      ? { outcome: 'set' as const, publishedAt: before.publishedAt }
      : publishingTimeOf(day, { before: before.publishedAt, now })
  if (time.outcome !== 'set') return time
  const { publishedAt } = time
  if (before.status === 'published' && publishedAt === null)
    return invalidInput({ publishedOn: 'Tanggal terbit wajib diisi selama tips tayang' })
  const after = {
    title: change.title ?? before.title,
    slug: change.slug ?? before.slug,
    summary: change.summary ?? before.summary,
    bodyHtml: change.text ?? before.bodyHtml,
    author: change.author ?? before.author,
    thumbnail: change.thumbnail === undefined ? before.thumbnail : change.thumbnail,
    tags: change.tags ? cleanTags(change.tags) : before.tags,
    publishedAt,
  }
  return { outcome: 'changed' as const, after }
}

type PublishingTime = { outcome: 'set'; publishedAt: Date | null } | InvalidInput

/** The publication time for a day: unchanged for the same day, now for today, else noon. A future day is rejected. */
function publishingTimeOf(day: string | null, { before, now }: { before: Date | null; now: Date }): PublishingTime {
  if (day === null) return { outcome: 'set', publishedAt: null }
  if (before && jakartaDay(before) === day) return { outcome: 'set', publishedAt: before }
  const today = jakartaDay(now)
  if (day > today) return invalidInput({ publishedOn: 'Tanggal terbit tidak boleh di masa depan' })
  return { outcome: 'set', publishedAt: day === today ? now : new Date(`${day}T12:00:00+07:00`) }
}

/** Publishing requires a summary and a text. */
export async function setTipStatus(
  tx: Tx,
  { cacheTags, clock, recordEdit }: EditDeps,
  { id, status }: { id: string; status: 'draft' | 'published' },
): Promise<StatusOutcome> {
  const [tip] = await tx.select().from(tips).where(eq(tips.id, id)).for('update')
  if (!tip) return refused('not-found')
  const errors: Record<string, string> = {}
  if (status === 'published' && !tip.summary) errors.summary = 'Ringkasan wajib diisi sebelum ditayangkan'
  if (status === 'published' && !tip.bodyHtml) errors.text = 'Isi wajib diisi sebelum ditayangkan'
  if (Object.keys(errors).length > 0) return invalidInput(errors)
  const publishedAt = status === 'published' ? (tip.publishedAt ?? clock.now()) : tip.publishedAt
  await tx
    .update(tips)
    .set({ status, publishedAt, updatedAt: clock.now(), version: tip.version + 1 })
    .where(eq(tips.id, id))
  if (status !== tip.status) await recordEdit(tx, status === 'published' ? 'tip.published' : 'tip.unpublished', id)
  await cacheTags.invalidate(tx, ['tips'])
  return { outcome: 'changed' }
}

export async function deleteTip(
  tx: Tx,
  { cacheTags, recordEdit }: EditDeps,
  tipId: string,
): Promise<{ outcome: 'deleted' } | Refusal<'not-found'>> {
  const [deleted] = await tx.delete(tips).where(eq(tips.id, tipId)).returning({ title: tips.title })
  if (!deleted) return refused('not-found')
  await recordEdit(tx, 'tip.deleted', tipId, deleted)
  await cacheTags.invalidate(tx, ['tips'])
  return { outcome: 'deleted' }
}

/** Normalizes tags to unique lower-case values. */
const cleanTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.toLowerCase().replaceAll(/\s+/g, ' ').trim()).filter(Boolean)),
]

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
