import type { Logger } from 'pino'
import { desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { jakartaDay } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import type { SiteExport } from '#contract/moving/export.ts'
import type { Audit } from '#server/audit/index.ts'
import { isUniqueViolation, type Database, type Tx } from '#server/platform/database/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { documentDownload, type Media } from '#server/platform/media/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { refused } from '#server/platform/outcomes.ts'
import { siteExports, type SiteExportRow } from './stored-tables.ts'

export type StoredExportsDeps = {
  database: Database
  audit: Audit
  clock: Clock
  log: Logger
  media: Pick<Media, 'addMadeDocument' | 'find' | 'read' | 'release'>
}

/** Each may be as large as everything in the site: older ones make place for a new one. */
const keptAtMost = 5

/** Condition: an export is this file of the media store. */
export const exportUsesMedia = (id: AnyPgColumn): SQL =>
  sql`exists (select 1 from ${siteExports} where ${siteExports.mediaId} = ${id})`

async function present({ media }: Pick<StoredExportsDeps, 'media'>, row: SiteExportRow): Promise<SiteExport> {
  const file = row.state === 'ready' && row.mediaId !== null ? await media.find(row.mediaId) : null
  return {
    _id: row.id,
    state: row.state,
    filesDone: row.filesDone,
    filesAll: row.filesAll,
    bytes: file?.bytes ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Lets an export be made; while one is being made, that one. */
export async function startExport(deps: StoredExportsDeps, admin: Viewer): Promise<SiteExport> {
  const { database, audit, clock, media } = deps
  const row = { id: newId(), state: 'making' as const, createdAt: clock.now() }
  const started = await database
    .transaction(async (tx) => {
      const before = await tx
        .select()
        .from(siteExports)
        .orderBy(desc(siteExports.createdAt), desc(siteExports.id))
        .offset(keptAtMost - 1)
        .limit(100)
      await remove(tx, media, before)
      const [inserted] = await tx.insert(siteExports).values(row).returning()
      await audit.record(tx, { actorId: admin.id, action: 'site.exported', subjectId: 'all' })
      return inserted
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'site_exports_one_at_once')) return null
      throw error
    })
  const [making] = started ? [started] : await listMaking(deps)
  return making ? present(deps, making) : startExport(deps, admin)
}

const listMaking = ({ database }: Pick<StoredExportsDeps, 'database'>): Promise<SiteExportRow[]> =>
  database.query
    .select()
    .from(siteExports)
    .where(sql`${siteExports.state} = 'making'`)
    .limit(1)

export async function listExports(deps: StoredExportsDeps): Promise<SiteExport[]> {
  const rows = await deps.database.query
    .select()
    .from(siteExports)
    .orderBy(desc(siteExports.createdAt), desc(siteExports.id))
    .limit(keptAtMost)
  return Promise.all(rows.map((row) => present(deps, row)))
}

/** The zip of one that is ready; null without one. It holds personal data, so it is recorded in the audit log. */
export async function fetchExport(
  { database, audit, media }: StoredExportsDeps,
  admin: Viewer,
  id: string,
): Promise<Download | null> {
  const [row] = await database.query.select().from(siteExports).where(eq(siteExports.id, id))
  if (row?.state !== 'ready' || !row.mediaId) return null
  const download = await documentDownload(media, { id: row.mediaId, name: `ekspor-${jakartaDay(row.createdAt)}.zip` })
  if (download)
    await database.transaction((tx) =>
      audit.record(tx, { actorId: admin.id, action: 'site.export-downloaded', subjectId: 'all' }),
    )
  return download
}

/** Deletes an export with its file. One that is being made ends. */
export async function deleteExport({ database, audit, media }: StoredExportsDeps, admin: Viewer, id: string) {
  return database.transaction(async (tx) => {
    const rows = await tx.select().from(siteExports).where(eq(siteExports.id, id))
    if (rows.length === 0) return refused('not-found')
    await remove(tx, media, rows)
    await audit.record(tx, { actorId: admin.id, action: 'site.export-deleted', subjectId: 'all' })
    return { outcome: 'deleted' as const }
  })
}

/** Deletes at most `limit` exports from before this time, and returns how many. */
export async function deleteOldExports(
  { database, media }: Pick<StoredExportsDeps, 'database' | 'media'>,
  before: Date,
  limit: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    const old = await tx
      .select()
      .from(siteExports)
      .where(lt(siteExports.createdAt, before))
      .orderBy(siteExports.createdAt)
      .limit(limit)
      .for('update')
    await remove(tx, media, old)
    return old.length
  })
}

async function remove(tx: Tx, media: Pick<Media, 'release'>, rows: readonly SiteExportRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.delete(siteExports).where(
    inArray(
      siteExports.id,
      rows.map(({ id }) => id),
    ),
  )
  await media.release(
    tx,
    rows.flatMap(({ mediaId }) => mediaId ?? []),
  )
}
