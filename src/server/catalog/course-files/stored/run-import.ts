import { buffer } from 'node:stream/consumers'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { importArchive } from '#server/catalog/course-files/import-archive.ts'
import { courseFile } from '#server/catalog/course-files/reading/mistakes.ts'
import type { Kick, StoredImportsDeps } from './stored-imports.ts'
import { courseImports, type CourseImportRow } from './tables.ts'

/** No import takes as long: reading is cut after a minute, and 300 pictures take another one. */
const leaseMs = 10 * minuteMs
const maximumAttempts = 3
const dueAtOnce = 10

const isBusy = inArray(courseImports.state, ['checking', 'importing'])

/** The periodic work: what a process did not begin or did not finish, such as after its end. */
export async function kickDueImports({ database, clock, kick }: StoredImportsDeps & { kick: Kick }): Promise<void> {
  const before = new Date(clock.now().getTime() - leaseMs)
  const due = await database.query
    .select({ id: courseImports.id, userId: courseImports.userId })
    .from(courseImports)
    .where(
      and(
        isBusy,
        lt(courseImports.createdAt, before),
        or(isNull(courseImports.claimedAt), lt(courseImports.claimedAt, before)),
      ),
    )
    .orderBy(courseImports.createdAt)
    .limit(dueAtOnce)
  for (const row of due) kick(row)
}

type FindRole = (userId: string) => Promise<string | null>

/** Checks or imports one file, if nobody does so. What was found, and the course, are stored with the state. */
export async function runImport(deps: StoredImportsDeps & { findRole: FindRole }, id: string): Promise<void> {
  const row = await claim(deps, id)
  if (!row) return
  if (row.attempts > maximumAttempts)
    return reject(
      deps,
      row,
      'Berkas ini tidak selesai dibaca setelah beberapa kali dicoba. Ekspor kelasnya dalam beberapa bagian',
    )
  const content = row.mediaId ? await deps.media.read(row.mediaId, { start: 0, end: row.bytes - 1 }) : null
  if (!content) return reject(deps, row, 'Berkas ini tidak ada lagi di server. Kirim lagi')
  const outcome = await importArchive(deps, await buffer(content), {
    importer: { id: row.userId, role: (await deps.findRole(row.userId)) ?? '' },
    actorId: row.userId,
    shouldPublish: false,
    isDryRun: row.state === 'checking',
    essaysAsAssignments: row.essaysAsAssignments,
    // In the transaction that stores the course, so that no course is made twice.
    onStored: (tx, courseId) => finish(tx, deps, row, courseId),
  })
  if (outcome.outcome === 'mistakes') {
    await deps.database.transaction(async (tx) => {
      await tx
        .update(courseImports)
        .set({ state: 'rejected', mistakes: outcome.mistakes.slice(0, 500), mediaId: null })
        .where(eq(courseImports.id, id))
      await release(tx, deps, row)
    })
  } else if (outcome.summary.courseId === null) {
    const { courseId: _, ...summary } = outcome.summary
    await deps.database.query
      .update(courseImports)
      .set({ state: 'checked', summary })
      .where(and(eq(courseImports.id, id), eq(courseImports.state, 'checking')))
  }
}

/** Null for work that is done, or that another process does. */
async function claim({ database, clock }: StoredImportsDeps, id: string): Promise<CourseImportRow | null> {
  const now = clock.now()
  const isFree = or(isNull(courseImports.claimedAt), lt(courseImports.claimedAt, new Date(now.getTime() - leaseMs)))
  const [claimed] = await database.query
    .update(courseImports)
    .set({ claimedAt: now, attempts: sql`${courseImports.attempts} + 1` })
    .where(and(eq(courseImports.id, id), isBusy, isFree))
    .returning()
  return claimed ?? null
}

/** Throws for an import that was discarded or finished meanwhile: its course is not stored. */
async function finish(tx: Tx, deps: StoredImportsDeps, row: CourseImportRow, courseId: string): Promise<void> {
  const finished = await tx
    .update(courseImports)
    .set({ state: 'imported', courseId, mediaId: null })
    .where(and(eq(courseImports.id, row.id), eq(courseImports.state, 'importing')))
    .returning({ id: courseImports.id })
  if (finished.length === 0) throw new Error('The import was discarded while it ran')
  await release(tx, deps, row)
}

const release = (tx: Tx, { media }: StoredImportsDeps, { mediaId }: CourseImportRow): Promise<void> =>
  media.release(tx, mediaId === null ? [] : [mediaId])

async function reject(deps: StoredImportsDeps, row: CourseImportRow, message: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const mistakes = [{ file: row.name || courseFile, line: 1, message }]
    await tx
      .update(courseImports)
      .set({ state: 'rejected', mistakes, mediaId: null })
      .where(eq(courseImports.id, row.id))
    await release(tx, deps, row)
  })
}
