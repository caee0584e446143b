import type { Logger } from 'pino'
import { newId } from '#server/platform/new-id.ts'
import { and, desc, eq, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { CourseImport, CourseMistake } from '#contract/moving/course-format.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, refused, type Refusal } from '#server/platform/outcomes.ts'
import type { Media } from '#server/platform/media/index.ts'
import type { ImportArchiveDeps } from './import-archive.ts'
import { courseImports, type CourseImportRow } from './stored-tables.ts'

export type StoredImportsDeps = ImportArchiveDeps & {
  clock: Clock
  log: Logger
  media: Pick<Media, 'addDocument' | 'read' | 'release'>
}

/** Imports of one person, the courses of a whole site among them; older ones make place for a new one. */
const keptAtMost = 100
/** Limits the files of a user that are not imported yet. None is deleted for a new one: each may be waited for. */
const keptBytesAtMost = 1024 ** 3
const tooManyBytes = 'Berkas imporanmu yang belum selesai sudah 1 GB. Impor atau hapus sebagian, lalu kirim lagi.'

/** Condition: an import needs this file of the media store. */
export const importUsesMedia = (id: AnyPgColumn): SQL =>
  sql`exists (select 1 from ${courseImports} where ${courseImports.mediaId} = ${id})`

const isOwn = (staff: Pick<Viewer, 'id'>, id: string) =>
  and(eq(courseImports.id, id), eq(courseImports.userId, staff.id))

/** Without the summary, which a list does not need. */
const listed = {
  id: courseImports.id,
  name: courseImports.name,
  bytes: courseImports.bytes,
  state: courseImports.state,
  courseId: courseImports.courseId,
  createdAt: courseImports.createdAt,
  mistakes: sql<CourseMistake[] | null>`jsonb_path_query_array(${courseImports.mistakes}, '$[0 to 2]')`,
}
const presentListed = ({
  id,
  createdAt,
  mistakes,
  ...row
}: Pick<CourseImportRow, keyof typeof listed>): CourseImport => ({
  _id: id,
  ...row,
  createdAt: createdAt.toISOString(),
  summary: null,
  mistakes: mistakes ?? [],
})
const present = (row: CourseImportRow): CourseImport => ({
  ...presentListed({
    id: row.id,
    name: row.name,
    bytes: row.bytes,
    state: row.state,
    courseId: row.courseId,
    createdAt: row.createdAt,
    mistakes: row.mistakes,
  }),
  summary: row.summary && { _id: row.courseId, ...row.summary },
})

/** Keeps a file that was sent, and lets it be checked. */
export async function storeImport({ database, media, clock }: StoredImportsDeps, staff: Viewer, file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mediaId = await media.addDocument({ bytes, contentType: 'application/octet-stream', createdBy: staff.id })
  if (mediaId === null) return refused('no-space')
  const name =
    file.name
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
      .slice(-200)
      .toWellFormed() || 'kelas'
  const row = {
    id: newId(),
    userId: staff.id,
    mediaId,
    name,
    bytes: bytes.byteLength,
    state: 'checking' as const,
    createdAt: clock.now(),
  }
  const stored = await database.transaction(async (tx) => {
    await lockUntilCommit(tx, `course-imports ${staff.id}`)
    const [kept] = await tx
      .select({ bytes: sql<string>`coalesce(sum(${courseImports.bytes}), 0)` })
      .from(courseImports)
      .where(and(eq(courseImports.userId, staff.id), isNotNull(courseImports.mediaId)))
    if (Number(kept?.bytes) + row.bytes > keptBytesAtMost) {
      await media.release(tx, [mediaId])
      return null
    }
    const before = await tx
      .select({ id: courseImports.id, mediaId: courseImports.mediaId })
      .from(courseImports)
      .where(eq(courseImports.userId, staff.id))
      .orderBy(desc(courseImports.createdAt), desc(courseImports.id))
      .offset(keptAtMost - 1)
      .limit(100)
    if (before.length > 0) {
      const ids = before.map(({ id }) => id)
      await tx.delete(courseImports).where(inArray(courseImports.id, ids))
      await media.release(tx, mediaIds(before))
    }
    const [inserted] = await tx.insert(courseImports).values(row).returning()
    return inserted
  })
  if (stored === null) return invalidInput({ file: tooManyBytes })
  if (!stored) throw new Error('The stored import was not returned')
  return { outcome: 'stored' as const, stored: present(stored) }
}

const mediaIds = (rows: readonly Pick<CourseImportRow, 'mediaId'>[]): string[] =>
  rows.flatMap(({ mediaId }) => mediaId ?? [])

export async function listImports({ database }: StoredImportsDeps, staff: Viewer): Promise<CourseImport[]> {
  const rows = await database.query
    .select(listed)
    .from(courseImports)
    .where(eq(courseImports.userId, staff.id))
    .orderBy(desc(courseImports.createdAt), desc(courseImports.id))
    .limit(keptAtMost)
  return rows.map(presentListed)
}

export async function showImport(
  { database }: Pick<StoredImportsDeps, 'database'>,
  staff: Viewer,
  id: string,
): Promise<CourseImport | null> {
  const [row] = await database.query.select().from(courseImports).where(isOwn(staff, id))
  return row ? present(row) : null
}

/** Lets a checked file be imported. Once more changes nothing: the import that runs, or the course that it made, is shown. */
export async function confirmImport(
  { database }: StoredImportsDeps,
  staff: Viewer,
  { id, essaysAsAssignments }: { id: string; essaysAsAssignments: boolean },
): Promise<{ outcome: 'confirmed'; confirmed: CourseImport } | Refusal<'not-found' | 'not-checked'>> {
  const [confirmed] = await database.query
    .update(courseImports)
    .set({ state: 'importing', essaysAsAssignments, claimedAt: null, attempts: 0 })
    .where(and(isOwn(staff, id), eq(courseImports.state, 'checked')))
    .returning()
  if (confirmed) return { outcome: 'confirmed', confirmed: present(confirmed) }
  const found = await showImport({ database }, staff, id)
  if (!found) return refused('not-found')
  return found.state === 'importing' || found.state === 'imported'
    ? { outcome: 'confirmed', confirmed: found }
    : refused('not-checked')
}

/** Forgets an import with its file; a course that it made stays. */
export async function discardImport({ database, media }: StoredImportsDeps, staff: Viewer, id: string) {
  return database.transaction(async (tx) => {
    const deleted = await tx.delete(courseImports).where(isOwn(staff, id)).returning({ mediaId: courseImports.mediaId })
    await media.release(tx, mediaIds(deleted))
    return deleted.length > 0 ? { outcome: 'discarded' as const } : refused('not-found')
  })
}

/** The imports of a person, for the export of their data. */
export async function describeImports({ database }: Pick<StoredImportsDeps, 'database'>, userId: string) {
  const rows = await database.query
    .select(listed)
    .from(courseImports)
    .where(eq(courseImports.userId, userId))
    .limit(keptAtMost)
  return rows.map(({ name, bytes, state, courseId, createdAt }) => ({ name, bytes, state, courseId, createdAt }))
}

/** Forgets the imports of a person with their files; courses that they made stay. */
export async function eraseImports(tx: Tx, { media }: Pick<StoredImportsDeps, 'media'>, userId: string): Promise<void> {
  const deleted = await tx
    .delete(courseImports)
    .where(eq(courseImports.userId, userId))
    .returning({ mediaId: courseImports.mediaId })
  await media.release(tx, mediaIds(deleted))
}

/** Deletes at most `limit` imports from before this time, and returns how many. */
export async function deleteOldImports(
  { database, media }: Pick<StoredImportsDeps, 'database' | 'media'>,
  before: Date,
  limit: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    const old = await tx
      .select({ id: courseImports.id, mediaId: courseImports.mediaId })
      .from(courseImports)
      .where(lt(courseImports.createdAt, before))
      .orderBy(courseImports.createdAt)
      .limit(limit)
      .for('update')
    if (old.length === 0) return 0
    await tx.delete(courseImports).where(
      inArray(
        courseImports.id,
        old.map(({ id }) => id),
      ),
    )
    await media.release(tx, mediaIds(old))
    return old.length
  })
}
