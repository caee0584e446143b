import type { CommandConfig } from '#server/process/config/config.ts'
import { loadEnvFile } from '#server/process/config/env-file.ts'
import { describeFailure, UsageError } from '#server/process/describe-failure.ts'

export { UsageError }

/** Where an installation is. */
export type Place = Pick<CommandConfig, 'dataDir' | 'databaseUrl'>

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Loads `.env` and runs a command. Failures that the operator can fix are printed in one line that starts with `failed`; the exit code is then 1. */
export async function runCommand(failed: string, work: () => Promise<void>): Promise<void> {
  // A reader such as `head` that has seen enough is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  try {
    for (const line of loadEnvFile()) process.stderr.write(`warning: ${line}\n`)
    await work()
  } catch (error) {
    process.stderr.write(`${failed}: ${describeFailure(error, process.env)}\n`)
    process.exitCode = 1
  }
}
