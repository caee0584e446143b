import { buffer } from 'node:stream/consumers'
import { and, asc, eq, isNull, lt, min, or, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import { leasedJob, type Job } from '#server/platform/jobs/index.ts'
import { importArchive } from './import-archive.ts'
import { courseFile } from './reading/mistakes.ts'
import type { StoredImportsDeps } from './stored-imports.ts'
import { courseImports, type CourseImportRow } from './stored-tables.ts'

/** No import takes as long: reading is cut after a minute, and 300 pictures take another one. */
const leaseMs = 10 * minuteMs
const maximumAttempts = 3
/** People whose files are read in one run, one file at a time of all. */
const peopleAtOnce = 20

export type ImportDeps = StoredImportsDeps & {
  identity: Pick<Identity, 'findAccount'>
  /** Waits for the turn of this person. */
  enqueue: <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>
}

/** Checks and imports stored files; people take turns. */
export const importJob = (deps: ImportDeps): Job =>
  leasedJob(deps, {
    name: 'course-imports',
    table: courseImports,
    id: 'id',
    isWaiting: sql`${courseImports.state} in ('checking', 'importing')`,
    isDue,
    orderBy: [asc(courseImports.createdAt)],
    dueAt: 'claimedAt',
    dueAfterMs: leaseMs,
    leaseMs,
    batch: 1,
    atOnce: 1,
    lanes: { column: 'userId', list: (now) => listPeople(deps, now) },
    starts: 'attempts',
    retries: { everyMs: leaseMs },
    send: (row) =>
      deps.enqueue(row.userId, async () => {
        await runImport(deps, row).catch((error: unknown) => {
          if (!(error instanceof Discarded)) throw error
        })
      }),
    done: () => null,
  })

const isDue = (now: Date) =>
  or(isNull(courseImports.claimedAt), lt(courseImports.claimedAt, new Date(now.getTime() - leaseMs)))

async function listPeople({ database }: ImportDeps, now: Date): Promise<string[]> {
  const rows = await database.query
    .select({ userId: courseImports.userId })
    .from(courseImports)
    .where(and(sql`${courseImports.state} in ('checking', 'importing')`, isDue(now)))
    .groupBy(courseImports.userId)
    .orderBy(min(courseImports.createdAt))
    .limit(peopleAtOnce)
  return rows.map(({ userId }) => userId)
}

/** Checks or imports one file. What was found, and the course, are stored with the state. */
async function runImport(deps: ImportDeps, row: CourseImportRow): Promise<void> {
  const { id } = row
  if (row.attempts >= maximumAttempts)
    return reject(
      deps,
      row,
      'Berkas ini tidak selesai dibaca setelah beberapa kali dicoba. Ekspor kelasnya dalam beberapa bagian',
    )
  const content = row.mediaId ? await deps.media.read(row.mediaId, { start: 0, end: row.bytes - 1 }) : null
  if (!content) return reject(deps, row, 'Berkas ini tidak ada lagi di server. Kirim lagi')
  const outcome = await importArchive(deps, await buffer(content), {
    importer: { id: row.userId, role: (await deps.identity.findAccount(row.userId))?.role ?? '' },
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

class Discarded extends Error {
  override name = 'Discarded'
}

/** Throws for an import that was discarded or finished meanwhile: its course is not stored. */
async function finish(tx: Tx, deps: StoredImportsDeps, row: CourseImportRow, courseId: string): Promise<void> {
  const finished = await tx
    .update(courseImports)
    .set({ state: 'imported', courseId, mediaId: null })
    .where(and(eq(courseImports.id, row.id), eq(courseImports.state, 'importing')))
    .returning({ id: courseImports.id })
  if (finished.length === 0) throw new Discarded()
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
