import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { leasedJob, type Job } from '#server/platform/jobs/index.ts'
import { listAll, zipOf, type ExportAllDeps, type ExportedFile } from './export-all.ts'
import type { StoredExportsDeps } from './stored-exports.ts'
import { siteExports, type SiteExportRow } from './stored-tables.ts'

/** No course takes as long: work without progress has ended with its process. */
const silentMs = 5 * minuteMs
const aliveEveryMs = minuteMs
const deadlineMs = 6 * hourMs
const maximumAttempts = 3

/** Sees all courses, whoever asked for the export: it belongs to the site. */
const everyAdmin: Viewer = {
  id: '00000000-0000-0000-0000-000000000000',
  name: '',
  email: '',
  role: 'admin',
  photo: '',
  sessionId: '',
  hasFreshProof: true,
  mustSetUpTwoSteps: false,
}

/** It was deleted, or another process makes it now. */
class TakenBack extends Error {
  override name = 'TakenBack'
}

export type ExportJobDeps = StoredExportsDeps & ExportAllDeps

export const exportJob = (deps: ExportJobDeps): Job =>
  leasedJob(deps, {
    name: 'site-exports',
    table: siteExports,
    id: 'id',
    isWaiting: sql`${siteExports.state} = 'making'`,
    isDue: (now) => or(isNull(siteExports.progressAt), lt(siteExports.progressAt, new Date(now.getTime() - silentMs))),
    orderBy: [asc(siteExports.createdAt)],
    dueAt: 'progressAt',
    dueAfterMs: deadlineMs,
    leaseMs: deadlineMs,
    batch: 1,
    atOnce: 1,
    starts: 'attempts',
    retries: { everyMs: deadlineMs },
    send: (row) =>
      makeExport(deps, row).catch(async (error: unknown) => {
        if (error instanceof TakenBack) return
        // Tried again at once, and told as failed after the last time.
        await deps.database.query.update(siteExports).set({ progressAt: null }).where(isMine(row))
        throw error
      }),
    done: () => null,
  })

/** Condition: nobody else makes it, and it was not deleted. */
const isMine = ({ id, attempts }: SiteExportRow) =>
  and(eq(siteExports.id, id), sql`${siteExports.state} = 'making'`, eq(siteExports.attempts, attempts + 1))

async function makeExport(deps: ExportJobDeps, row: SiteExportRow): Promise<void> {
  const { database, clock, log, media } = deps
  async function note(changes: Partial<SiteExportRow>): Promise<void> {
    const noted = await database.query
      .update(siteExports)
      .set({ ...changes, progressAt: clock.now() })
      .where(isMine(row))
      .returning({ id: siteExports.id })
    if (noted.length === 0) throw new TakenBack()
  }

  // Left by an attempt that was killed.
  if (row.mediaId !== null) await media.release(database.query, [row.mediaId])
  if (row.attempts >= maximumAttempts) return note({ state: 'failed', mediaId: null })
  await note({ filesDone: 0, mediaId: null })
  // One file may take as long as all others, and so may storing the whole.
  const alive = setInterval(() => {
    note({}).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) log.warn({ err: error }, 'the progress of an export could not be noted')
    })
  }, aliveEveryMs)
  try {
    const files = await listAll(deps, everyAdmin, { withPasswords: false })
    await note({ filesAll: files.length })
    const made = await media.addMadeDocument({
      chunks: zipOf(files.map((file, index) => counted(file, () => note({ filesDone: index + 1 })))),
      contentType: 'application/zip',
      begin: (id) => note({ mediaId: id }),
    })
    if (!made) return await note({ state: 'failed' })
    await note({ state: 'ready' }).catch(async (error: unknown) => {
      await media.release(database.query, [made.id])
      throw error
    })
  } finally {
    clearInterval(alive)
  }
}

const counted = ({ path, read }: ExportedFile, onDone: () => Promise<void>): ExportedFile => ({
  path,
  async *read() {
    yield* read()
    await onDone()
  },
})
