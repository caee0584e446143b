import { describeBody, type ObjectStore } from '#server/platform/storage/index.ts'
import {
  listMigrations,
  migrate,
  type Database,
  type Invariant,
  type Session,
} from '#server/platform/database/index.ts'
import type { BackupFile } from './backup-file.ts'
import { archiveOf, checkBackup, readBackup, type BackupEntry, type CheckedBackup } from './check-backup.ts'
import { digestTable, listTables } from './database-tables.ts'
import { BackupFailure, describeFileFailure } from './failure.ts'
import type { About, End } from './backup-format.ts'
import { loadTables, type CopyIn } from './load-tables.ts'
import type { Place } from './backup-source.ts'
import { assertEmpty, openTarget, type Target } from './backup-target.ts'

/** The settings of the backup, for the operator to compare: they are not applied. */
export const restoredSettings = 'restored.env'

export type RestorePlan = CheckedBackup & {
  /** Migrations that this version adds to those of the backup. */
  newer: string[]
}

/** Reads the whole file and says what a restore would do. Throws BackupFailure when this version cannot restore it. */
export async function readPlan(file: BackupFile, passphrase: string | null): Promise<RestorePlan> {
  const checked = await checkBackup(archiveOf(file), passphrase)
  return { ...checked, newer: await listNewerMigrations(checked.about, file.location) }
}

/** Reads the whole file for a restore into this place. Throws BackupFailure when it cannot be done. */
export async function planRestore(place: Place, file: BackupFile, passphrase: string | null): Promise<RestorePlan> {
  const plan = await readPlan(file, passphrase)
  await assertEmpty(place)
  return plan
}

async function listNewerMigrations({ migrations, version }: About, file: string): Promise<string[]> {
  const own = new Map((await listMigrations()).map(({ name, sha256 }) => [name, sha256]))
  const unknown = migrations.find(({ name, sha256 }) => own.get(name) !== sha256)
  if (unknown)
    throw new BackupFailure(
      `${file} was made by Cendaki ${version}, whose migration ${unknown.name} this version does not have: restore it with that version or a newer one`,
    )
  const known = new Set(migrations.map(({ name }) => name))
  const last = migrations.at(-1)?.name ?? ''
  const newer = [...own.keys()].filter((name) => !known.has(name))
  const skipped = newer.find((name) => name < last)
  if (skipped) throw new BackupFailure(`${file} lacks migration ${skipped}, which comes before ones that it has`)
  return newer
}

export type RestoreOptions = {
  place: Place
  file: BackupFile
  passphrase: string | null
  plan: RestorePlan
  /** The store of videos of an installation in this folder. */
  openMedia: (dataDir: string) => Pick<ObjectStore, 'put'>
  onProgress: (what: string) => void
}

/** Fills an empty place from a checked backup and compares every row. Throws BackupFailure; then the place says that it is unfinished. */
export async function restore({
  place,
  file,
  passphrase,
  plan,
  openMedia,
  onProgress,
}: RestoreOptions): Promise<{ hasSettings: boolean }> {
  let hasSettings = false
  const target = await openTarget(place).catch((error: unknown) => {
    throw describeFileFailure(error, place.dataDir)
  })
  try {
    onProgress('creating the tables of the backup’s version')
    await migrate(target.database, { upTo: plan.about.migrations.at(-1)?.name ?? '', isRestore: true })
    await withSession(target.database, async (session) => {
      onProgress(
        `loading ${plan.rows.toLocaleString('en')} rows${plan.videos > 0 ? ` and ${plan.videos.toLocaleString('en')} uploads` : ''}`,
      )
      const media = openMedia(target.dataDir)
      await loadTables(
        session,
        plan.about.tables,
        async (copyIn) =>
          void (hasSettings = await loadEntries(
            { target, media, plan },
            readBackup(archiveOf(file), passphrase),
            copyIn,
          )),
      )
      onProgress('comparing every row with the backup')
      await assertSameRows(session, plan.end)
    })
    if (plan.newer.length > 0)
      await migrate(target.database, { isRestore: true, onProgress: (name) => onProgress(`migrating: ${name}`) })
    await target.finish()
    return { hasSettings }
  } catch (error) {
    await target.abandon().catch(() => {})
    throw describeFileFailure(error, place.dataDir)
  }
}

/** True when the backup contains settings. */
async function loadEntries(
  { target, media, plan }: { target: Target; media: Pick<ObjectStore, 'put'>; plan: RestorePlan },
  entries: AsyncIterable<BackupEntry>,
  copyIn: CopyIn,
): Promise<boolean> {
  let hasSettings = false
  for await (const entry of entries) {
    if (entry.kind === 'rows') await copyIn(entry.table, entry.rows)
    if (entry.kind === 'file') await target.writeFile(entry.name, entry.bytes)
    if (entry.kind === 'media') await loadVideo(media, entry, plan.end.media[entry.id]?.sha256)
    if (entry.kind === 'settings' && entry.text) {
      await target.writeFile(restoredSettings, Buffer.from(entry.text))
      hasSettings = true
    }
  }
  return hasSettings
}

async function loadVideo(
  media: Pick<ObjectStore, 'put'>,
  { id, bytes, body }: BackupEntry & { kind: 'media' },
  sha256: string | undefined,
): Promise<void> {
  await media.put(id, body, {
    bytes,
    async verify(read) {
      if ((await describeBody(await read())).sha256 !== sha256)
        throw new BackupFailure(`the video ${id} is not that of the backup`)
    },
  })
}

export async function withSession<Result>(
  database: Database,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await database.openSession()
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

/** Throws BackupFailure for the first table whose rows differ from the expected ones. */
export async function assertSameRows(session: Session, { tables }: Pick<End, 'tables'>): Promise<void> {
  for (const table of await listTables(session)) {
    const [found, expected] = [await digestTable(session, table), tables[table.name]]
    if (found.rows !== expected?.rows || found.digest !== expected.digest)
      throw new BackupFailure(
        `the rows of ${table.name} are not those of the backup: ${found.rows} of ${expected?.rows ?? 0}`,
      )
  }
}

/** Returns every violated invariant with the number of its violations and the first one. */
export async function listViolations(session: Session, invariants: readonly Invariant[]): Promise<string[]> {
  const violated: string[] = []
  for (const [name, query] of invariants) {
    const violations = await session.query(query)
    if (violations.length > 0)
      violated.push(`${name}: ${violations.length} violations, such as ${JSON.stringify(violations[0])}`)
  }
  return violated
}
