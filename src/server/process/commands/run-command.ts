import { BackupFailure } from '#server/platform/backup/index.ts'
import { ConfigError, type CommandConfig } from '#server/process/config/config.ts'
import { isDatabaseUnavailable } from '#server/platform/database/index.ts'

/** Where an installation is. */
export type Place = Pick<CommandConfig, 'dataDir' | 'databaseUrl'>

/** A wrong use of a command, reported in one line. */
export class UsageError extends Error {}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Loads `.env` and runs a command. Failures that the operator can fix are printed in one line that starts with `failed`; the exit code is then 1. */
export async function runCommand(failed: string, work: () => Promise<void>): Promise<void> {
  try {
    try {
      process.loadEnvFile('.env')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    await work()
  } catch (error) {
    process.stderr.write(`${failed}: ${describe(error)}\n`)
    process.exitCode = 1
  }
}

const expected = ['StorageFailure', 'FolderInUse', 'FolderNotPrivate', 'UnfinishedRestore', 'OtherMajorVersion', 'MigrationBlocked']

function describe(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof BackupFailure) return error.message
  if (isDatabaseUnavailable(error)) return 'the database of DATABASE_URL does not answer'
  if (!(error instanceof Error)) return String(error)
  if (expected.includes(error.name) || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) return error.message
  return error.stack ?? error.message
}
