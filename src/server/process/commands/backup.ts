import { parseArgs } from 'node:util'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { makeBackup, noBackupMade, openBackupFile } from '#server/platform/backup/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { settingsText } from '#server/process/config/shown-settings.ts'
import { readVersion } from '#server/platform/version.ts'
import { mediaToBackUp } from '#server/process/open-media-store.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run backup -- FILE: one file with everything, also while the product runs; FILE is a path or s3://BUCKET/NAME. Runs when loaded.

const usage =
  'npm run backup -- FILE   (such as cendaki.tar.gz or s3://bucket/cendaki.tar.gz; encrypted when BACKUP_PASSPHRASE is set; --without-media leaves the uploaded videos out)'

await runCommand(noBackupMade, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { scheduled: { type: 'boolean', default: false }, 'without-media': { type: 'boolean', default: false } },
  })
  const [file, ...rest] = positionals
  if (!file || rest.length > 0) throw new UsageError(usage)
  const config = parseCommandConfig(process.env)
  const made = await makeBackup({
    place: config,
    file: openBackupFile(file, config.storageBucket),
    passphrase: config.backup.passphrase,
    settings: settingsText(process.env),
    version: await readVersion(),
    clock: systemClock,
    // The schedule records its runs itself, those that failed too.
    isRecorded: !values.scheduled,
    media: config.backup.includesMedia && !values['without-media'] ? mediaToBackUp(config) : null,
  })
  const tables = Object.keys(made.end.tables).length
  say(`${file}: ${formatBytes(made.bytes, '.')}${made.encrypted ? ', encrypted' : ''}`)
  const videos = made.videos > 0 ? `${made.videos.toLocaleString('en')} uploads, ` : ''
  say(
    `${videos}${made.rows.toLocaleString('en')} rows of ${tables} tables and ${made.files} files, read back and compared with what was written`,
  )
  if (!made.about.media) say('Without the uploaded videos: copy DATA_DIR/media or the bucket beside it.')
  if (made.missingFiles.length > 0)
    say(
      `${made.missingFiles.length} uploads are missing in their store and so in this backup, such as ${made.missingFiles[0]}: npm run doctor -- --media`,
    )
  if (!made.encrypted) say('Not encrypted: it holds personal data and keys. BACKUP_PASSPHRASE encrypts the next one.')
})
