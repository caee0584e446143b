import { parseArgs } from 'node:util'
import { makeBackup } from '#server/backup/index.ts'
import { systemClock } from '#server/clock.ts'
import { parseCommandConfig, settingsText } from '#server/config.ts'
import { readVersion } from '#server/version.ts'
import { formatBytes, runCommand, say, UsageError } from './run-command.ts'

// npm run backup -- FILE: one file with everything, also while the product runs. Runs when loaded.

const usage = 'npm run backup -- FILE   (such as cendaki.tar.gz; encrypted when BACKUP_PASSPHRASE is set)'

await runCommand('No backup was made', async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { scheduled: { type: 'boolean', default: false } } })
  const [file, ...rest] = positionals
  if (!file || rest.length > 0) throw new UsageError(usage)
  const config = parseCommandConfig(process.env)
  const made = await makeBackup({
    place: config,
    file,
    passphrase: config.backup.passphrase,
    settings: settingsText(process.env),
    version: await readVersion(),
    clock: systemClock,
    // The schedule records its runs itself, those that failed too.
    isRecorded: !values.scheduled,
  })
  const tables = Object.keys(made.end.tables).length
  say(`${file}: ${formatBytes(made.bytes)}${made.encrypted ? ', encrypted' : ''}`)
  say(`${made.rows.toLocaleString('en')} rows of ${tables} tables and ${made.files} files, read back and compared with what was written`)
  if (!made.encrypted) say('Not encrypted: it holds personal data and keys. BACKUP_PASSPHRASE encrypts the next one.')
})
