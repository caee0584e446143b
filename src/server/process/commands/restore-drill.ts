import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import {
  BackupFailure,
  describeFileFailure,
  makeBackup,
  openBackupFile,
  planRestore,
  restore,
} from '#server/platform/backup/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { settingsText } from '#server/process/config/shown-settings.ts'
import { readVersion } from '#server/platform/version.ts'
import { checkInvariants } from './check-invariants.ts'
import { mediaToBackUp, mediaToFill } from '#server/process/open-media-store.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run restore:drill: proves that a backup of this installation can be restored, and how long it takes. Nothing of it remains. Runs when loaded.

const usage =
  'the product may run meanwhile; --folder names another folder than DATA_DIR with space for a second copy of the data'

const minutes = (ms: number): string => `${(ms / minuteMs).toFixed(2)} min`

await runCommand(`The drill failed (${usage})`, async () => {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } })
  const parent = values.folder
  if (parent !== undefined && !(await stat(parent).catch(() => null))?.isDirectory())
    throw new UsageError(`--folder: there is no folder ${parent}`)
  const config = parseCommandConfig(process.env)
  const { passphrase } = config.backup
  const version = await readVersion()
  // Not in the folder for temporary files: in a container that is memory.
  const folder = join(parent ?? config.dataDir, 'cendaki-drill')
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw describeFileFailure(error, folder)
  })
  const release = lockFolder(folder, `another drill is running in ${folder}: wait for its end`)
  // Left by a drill that was killed.
  for (const name of ['backup', 'data']) await rm(join(folder, name), { recursive: true, force: true })
  const file = openBackupFile(join(folder, 'backup'), null)
  const media = config.backup.includesMedia ? mediaToBackUp(config) : null
  const place = { dataDir: join(folder, 'data'), databaseUrl: null }
  try {
    const backupMs = await timed(() =>
      makeBackup({
        place: config,
        file,
        passphrase,
        settings: settingsText(process.env),
        version,
        clock: systemClock,
        isRecorded: false,
        media,
      }),
    )
    let plan = await planRestore(place, file, passphrase)
    say(
      `backup    ${minutes(backupMs)}  ${formatBytes(plan.bytes, '.')}, ${plan.rows.toLocaleString('en')} rows, ${plan.files} files, ${plan.videos} uploads`,
    )
    const restoreMs = await timed(async () => {
      plan = await planRestore(place, file, passphrase)
      await restore({
        place,
        file,
        passphrase,
        plan,
        openMedia: (dataDir) => mediaToFill(null, dataDir),
        onProgress: () => {},
      })
    })
    say(
      `restore   ${minutes(restoreMs)}  beside, into an embedded database; number and checksum of the rows of ${plan.about.tables.length} tables${plan.videos > 0 ? ` and of ${plan.videos} uploads` : ''} are equal`,
    )
    let result = { checked: 0, violated: [] as string[] }
    const checkMs = await timed(async () => void (result = await checkInvariants(place)))
    for (const line of result.violated) say(`  VIOLATED ${line}`)
    if (result.violated.length > 0)
      throw new BackupFailure(`${result.violated.length} of ${result.checked} invariants do not hold`)
    say(`checks    ${minutes(checkMs)}  all ${result.checked} invariants of money, enrolments and certificates hold`)
    say(`in all    ${minutes(backupMs + restoreMs + checkMs)}`)
  } finally {
    release()
    await rm(folder, { recursive: true, force: true })
  }
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
