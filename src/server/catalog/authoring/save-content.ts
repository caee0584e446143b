import { randomUUIDv7 } from 'node:crypto'
import { and, asc, desc, eq, notInArray } from 'drizzle-orm'
import { contentMessages, isEmptyHtml, type ContentInput } from '#contract/content-form.ts'
import { youtubeIdOf } from '#contract/youtube.ts'
import { createContent } from '#server/catalog/create-course.ts'
import type { ContentRow } from '#server/catalog/present.ts'
import { contents, contentVersions } from '#server/catalog/tables.ts'
import type { Queryable, Transaction } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import { cleanHtml, readingMinutes } from '#server/rich-text/index.ts'
import { findOwnCourse } from './list-staff-courses.ts'
import { RefusedField, type AuthoringDeps } from './save-course.ts'

export type ContentAddress = { courseId: string; contentId: string }

/** The body that belongs to the type, clean; the other one is dropped. */
function bodyOf({ type, youtubeId, text }: ContentInput): { type: 'video'; youtubeId: string } | { type: 'text'; html: string } {
  if (type === 'video') return { type, youtubeId: youtubeIdOf(youtubeId ?? '') ?? '' }
  const html = cleanHtml(text ?? '')
  // Something stood there, but nothing that an article may be made of.
  if (isEmptyHtml(html)) throw new RefusedField('text', contentMessages.text)
  return { type, html }
}

export async function addContent(deps: AuthoringDeps, staff: Viewer, courseId: string, input: ContentInput): Promise<ContentRow | 'not-found'> {
  const body = bodyOf(input)
  return deps.database.transaction(async (tx) => {
    if (!(await findOwnCourse(tx, staff, courseId))) return 'not-found'
    const contentId = await createContent(tx, deps.clock, { courseId, title: input.title, isPreview: input.isPreview ?? false, ...body })
    await tx.update(contents).set({ savedBy: staff.id }).where(eq(contents.id, contentId))
    await deps.changes.changed(tx, ['courses', `course:${courseId}`])
    return (await findContent(tx, { courseId, contentId })) ?? 'not-found'
  })
}

export async function updateContent(
  deps: AuthoringDeps,
  staff: Viewer,
  address: ContentAddress,
  { version, ...input }: ContentInput & { version?: number | undefined },
): Promise<ContentRow | 'not-found' | 'stale'> {
  const body = bodyOf(input)
  return changeContent(deps, staff, address, version, {
    title: input.title,
    type: body.type,
    youtubeId: body.type === 'video' ? body.youtubeId : null,
    bodyHtml: body.type === 'text' ? body.html : null,
    ...(input.isPreview === undefined ? {} : { isPreview: input.isPreview }),
  })
}

type ContentValues = Pick<ContentRow, 'title' | 'type' | 'youtubeId' | 'bodyHtml'> & { isPreview?: boolean }

/** Writes a lesson; an article's earlier form is kept aside first. */
async function changeContent(deps: AuthoringDeps, staff: Viewer, address: ContentAddress, version: number | undefined, values: ContentValues) {
  return deps.database.transaction(async (tx): Promise<ContentRow | 'not-found' | 'stale'> => {
    const before = await findOwnContent(tx, staff, address, { lock: true })
    if (!before) return 'not-found'
    if (version !== undefined && version !== before.version) return 'stale'
    if (before.bodyHtml !== null && before.bodyHtml !== values.bodyHtml) await keepVersion(tx, before)
    const now = deps.clock.now()
    const [after] = await tx
      .update(contents)
      .set({
        ...values,
        readingMinutes: values.bodyHtml === null ? null : readingMinutes(values.bodyHtml),
        version: before.version + 1,
        savedBy: staff.id,
        updatedAt: now,
      })
      .where(eq(contents.id, before.id))
      .returning()
    await deps.changes.changed(tx, ['courses', `course:${address.courseId}`])
    return after ?? 'not-found'
  })
}

export async function removeContent(deps: AuthoringDeps, staff: Viewer, address: ContentAddress): Promise<'removed' | 'not-found'> {
  return deps.database.transaction(async (tx) => {
    const content = await findOwnContent(tx, staff, address, { lock: true })
    if (!content) return 'not-found'
    await tx.delete(contents).where(eq(contents.id, content.id))
    const details = { title: content.title, courseId: address.courseId }
    await deps.audit.record(tx, { actorId: staff.id, action: 'content.deleted', subjectKind: 'content', subjectId: content.id, details })
    await deps.changes.changed(tx, ['courses', `course:${address.courseId}`])
    return 'removed'
  })
}

/** The order must name every lesson once: whoever orders an older list is told. */
export async function orderContents(
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
  wanted: readonly string[],
): Promise<'saved' | 'not-found' | 'changed'> {
  return deps.database.transaction(async (tx) => {
    if (!(await findOwnCourse(tx, staff, courseId))) return 'not-found'
    const present = await tx.select({ id: contents.id }).from(contents).where(eq(contents.courseId, courseId)).for('update')
    const isSame = present.length === wanted.length && new Set(wanted).size === wanted.length && present.every(({ id }) => wanted.includes(id))
    if (!isSame) return 'changed'
    for (const [position, id] of wanted.entries()) await tx.update(contents).set({ position }).where(eq(contents.id, id))
    await deps.changes.changed(tx, ['courses', `course:${courseId}`])
    return 'saved'
  })
}

const keptVersions = 30

async function keepVersion(tx: Transaction, { id, title, bodyHtml, savedBy, updatedAt }: ContentRow) {
  await tx.insert(contentVersions).values({ id: randomUUIDv7(), contentId: id, title, bodyHtml: bodyHtml ?? '', savedBy, savedAt: updatedAt })
  const newest = tx
    .select({ id: contentVersions.id })
    .from(contentVersions)
    .where(eq(contentVersions.contentId, id))
    .orderBy(desc(contentVersions.id))
    .limit(keptVersions)
  await tx.delete(contentVersions).where(and(eq(contentVersions.contentId, id), notInArray(contentVersions.id, newest)))
}

export async function listVersions(queryable: Queryable, staff: Viewer, address: ContentAddress) {
  if (!(await findOwnContent(queryable, staff, address))) return null
  return queryable.select().from(contentVersions).where(eq(contentVersions.contentId, address.contentId)).orderBy(desc(contentVersions.id))
}

export async function findVersion(queryable: Queryable, staff: Viewer, { versionId, ...address }: ContentAddress & { versionId: string }) {
  if (!(await findOwnContent(queryable, staff, address))) return null
  const [row] = await queryable
    .select()
    .from(contentVersions)
    .where(and(eq(contentVersions.id, versionId), eq(contentVersions.contentId, address.contentId)))
  return row ?? null
}

export async function restoreVersion(
  deps: AuthoringDeps,
  staff: Viewer,
  address: ContentAddress & { versionId: string },
): Promise<ContentRow | 'not-found' | 'stale'> {
  const version = await findVersion(deps.database.query, staff, address)
  if (!version) return 'not-found'
  return changeContent(deps, staff, address, undefined, { title: version.title, type: 'text', youtubeId: null, bodyHtml: version.bodyHtml })
}

async function findContent(queryable: Queryable, { courseId, contentId }: ContentAddress, { lock = false } = {}): Promise<ContentRow | null> {
  const query = queryable
    .select()
    .from(contents)
    .where(and(eq(contents.id, contentId), eq(contents.courseId, courseId)))
  const [row] = await (lock ? query.for('update') : query)
  return row ?? null
}

export async function findOwnContent(
  queryable: Queryable,
  staff: Viewer,
  address: ContentAddress,
  options: { lock?: boolean } = {},
): Promise<ContentRow | null> {
  return (await findOwnCourse(queryable, staff, address.courseId)) ? findContent(queryable, address, options) : null
}

export const listContents = (queryable: Queryable, courseId: string): Promise<ContentRow[]> =>
  queryable.select().from(contents).where(eq(contents.courseId, courseId)).orderBy(asc(contents.position))
