import { parseArgs } from 'node:util'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import {
  BackupFailure,
  openBackupFile,
  planRestore,
  readPlan,
  restore,
  restoredSettings,
  type RestorePlan,
} from '#server/platform/backup/index.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { readVersion } from '#server/platform/version.ts'
import { checkInvariants } from './check-invariants.ts'
import { mediaToFill } from '#server/process/open-media-store.ts'
import { runCommand, say, UsageError, type Place } from './run-command.ts'

// npm run restore -- FILE: fills an empty installation from a backup. Runs when loaded.

const usage =
  'npm run restore -- FILE   (a path or s3://BUCKET/NAME; --check only reads the file and says what would be done)'

await runCommand('Not restored', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  })
  const [file, ...rest] = positionals
  if (!file || rest.length > 0) throw new UsageError(usage)
  const config = parseCommandConfig(process.env)
  const { passphrase } = config.backup
  const backup = openBackupFile(file, config.storageBucket)
  const version = await readVersion()
  if (values.check) return describePlan(file, await readPlan(backup, passphrase), version)
  const plan = await planRestore(config, backup, passphrase)
  describePlan(file, plan, version)
  describePlace(config)
  const { hasSettings } = await restore({
    place: config,
    file: backup,
    passphrase,
    plan,
    openMedia: (dataDir) => mediaToFill(config.mediaBucket, dataDir),
    onProgress: (what) => say(`· ${what}`),
  })
  say('· checking the books, enrolments and certificates')
  const { checked, violated } = await checkInvariants(config)
  for (const line of violated) say(`  VIOLATED ${line}`)
  if (violated.length > 0)
    throw new BackupFailure(
      `the data is restored as it was, but ${violated.length} of ${checked} invariants do not hold in it`,
    )
  say(`\nRestored: every row is the same, all ${checked} invariants hold.`)
  if (hasSettings)
    say(
      `The settings of the backup are in ${config.dataDir}/${restoredSettings}. They are not applied: copy to .env what you need.`,
    )
})

function describePlan(
  file: string,
  { about, rows, files, videos, bytes, encrypted, newer }: RestorePlan,
  version: string,
): void {
  say(
    `${file}: made ${about.createdAt} by Cendaki ${about.version} (${about.database} database), ${formatBytes(bytes, '.')}${encrypted ? ', encrypted' : ''}`,
  )
  say(
    `${rows.toLocaleString('en')} rows of ${about.tables.length} tables, ${videos > 0 ? `${videos.toLocaleString('en')} uploads` : 'no uploads'} and ${files} files, complete and undamaged`,
  )
  if (!about.media)
    say('It does not contain uploaded videos: copy DATA_DIR/media or the bucket of the original afterwards.')
  if (newer.length > 0)
    say(`then migrated to Cendaki ${version}: ${newer.length} migrations, from ${newer[0]} to ${newer.at(-1)}`)
}

function describePlace({ dataDir, databaseUrl }: Place): void {
  say(`into ${databaseUrl ? `the database of DATABASE_URL, with files in ${dataDir}` : dataDir}, which is empty`)
}
