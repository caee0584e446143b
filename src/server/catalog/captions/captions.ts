import { and, asc, count, eq, ne } from 'drizzle-orm'
import { captionMessages } from '#contract/catalog/captions.ts'
import { findOwnContent, type ContentKey } from '#server/catalog/authoring/lessons/find-content.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { RejectedField } from '#server/catalog/authoring/rejected-field.ts'
import { contentCaptions } from '#server/catalog/tables.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { parseCaptions } from './parse-captions.ts'

const maximumLanguages = 20

export type CaptionsKey = ContentKey & { lang: string }

const ofLesson = ({ contentId, lang }: Pick<CaptionsKey, 'contentId' | 'lang'>) => and(eq(contentCaptions.contentId, contentId), eq(contentCaptions.lang, lang))

/** The captions of a lesson as WebVTT; null without any in this language. */
export async function findCaptions(queryable: Queryable, key: Pick<CaptionsKey, 'contentId' | 'lang'>): Promise<string | null> {
  const [row] = await queryable.select({ vtt: contentCaptions.vtt }).from(contentCaptions).where(ofLesson(key))
  return row?.vtt ?? null
}

/** The languages in which a lesson has captions. */
export async function listCaptionLanguages(queryable: Queryable, contentId: string): Promise<string[]> {
  const rows = await queryable
    .select({ lang: contentCaptions.lang })
    .from(contentCaptions)
    .where(eq(contentCaptions.contentId, contentId))
    .orderBy(asc(contentCaptions.lang))
    .limit(maximumLanguages)
  return rows.map(({ lang }) => lang)
}

/** Saves captions from a file and returns their number. Throws RejectedField with the lines that are wrong. */
export async function saveCaptions(
  { database, cacheTags, clock, audit }: AuthoringDeps,
  staff: Viewer,
  { lang, ...key }: CaptionsKey,
  file: File,
): Promise<number | 'not-found' | 'not-a-video'> {
  if (!(await findOwnContent(database.query, staff, key))) return 'not-found'
  const parsed = await parseCaptions(new Uint8Array(await file.arrayBuffer()), file.name)
  if (parsed.outcome === 'rejected') throw new RejectedField('file', parsed.message)
  return database.transaction(async (tx) => {
    const content = await findOwnContent(tx, staff, key, { lock: true })
    if (!content) return 'not-found'
    if (content.type !== 'video') return 'not-a-video'
    const isOther = and(eq(contentCaptions.contentId, content.id), ne(contentCaptions.lang, lang))
    const [others] = await tx.select({ count: count() }).from(contentCaptions).where(isOther)
    if ((others?.count ?? 0) >= maximumLanguages) throw new RejectedField('file', captionMessages.tooManyLanguages)
    const values = { vtt: parsed.vtt, updatedAt: clock.now() }
    await tx
      .insert(contentCaptions)
      .values({ contentId: content.id, lang, ...values })
      .onConflictDoUpdate({ target: [contentCaptions.contentId, contentCaptions.lang], set: values })
    const details = { title: content.title, courseId: key.courseId, lang, cues: parsed.cues }
    await audit.record(tx, { actorId: staff.id, action: 'captions.saved', subjectKind: 'content', subjectId: content.id, details })
    await cacheTags.invalidate(tx, [`course:${key.courseId}`])
    return parsed.cues
  })
}

/** False when there is nothing to delete. */
export async function deleteCaptions({ database, cacheTags, audit }: AuthoringDeps, staff: Viewer, { lang, ...key }: CaptionsKey): Promise<boolean> {
  return database.transaction(async (tx) => {
    const content = await findOwnContent(tx, staff, key, { lock: true })
    if (!content) return false
    const deleted = await tx
      .delete(contentCaptions)
      .where(ofLesson({ contentId: key.contentId, lang }))
      .returning({ lang: contentCaptions.lang })
    if (deleted.length === 0) return false
    const details = { title: content.title, courseId: key.courseId, lang }
    await audit.record(tx, { actorId: staff.id, action: 'captions.deleted', subjectKind: 'content', subjectId: content.id, details })
    await cacheTags.invalidate(tx, [`course:${key.courseId}`])
    return true
  })
}

/** Adds captions to a lesson without any. */
export async function addCaptions(tx: Tx, contentId: string, captions: readonly { lang: string; vtt: string }[], updatedAt: Date): Promise<void> {
  if (captions.length > 0) await tx.insert(contentCaptions).values(captions.map((caption) => ({ ...caption, contentId, updatedAt })))
}

export async function copyCaptions(tx: Tx, fromContentId: string, toContentId: string): Promise<void> {
  const rows = await tx.select().from(contentCaptions).where(eq(contentCaptions.contentId, fromContentId))
  if (rows.length > 0) await tx.insert(contentCaptions).values(rows.map((row) => ({ ...row, contentId: toContentId })))
}
