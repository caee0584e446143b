import { parseArgs } from 'node:util'
import { userInput } from '#contract/identity/identity.ts'
import { systemClock } from '#server/platform/clock.ts'
import { ConfigError, parseCommandConfig } from '#server/process/config/config.ts'
import type { AdminInput } from '#server/identity/index.ts'

// npm run create-admin -- email name: creates the first admin of an installation. Runs when loaded.

const usage = 'npm run create-admin -- email "name"   (--promote for an account that exists)'

/** An error that the operator can fix, reported in one line. */
class UsageError extends Error {}

try {
  process.loadEnvFile('.env')
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

try {
  const input = readArguments()
  const config = parseCommandConfig(process.env)
  // Imported late, so that usage errors are reported quickly.
  const { migrate, openDatabase } = await import('#server/platform/database/index.ts')
  const { createPasswords, makeAdmin, makeOneTimePassword } = await import('#server/identity/index.ts')
  const { auditModule } = await import('#server/platform/audit/index.ts')
  const database = await openDatabase(config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir })
  try {
    await migrate(database)
    const password = makeOneTimePassword()
    const outcome = await makeAdmin(
      { database, clock: systemClock, passwords: createPasswords(), audit: auditModule({ database, clock: systemClock }) },
      input,
      password,
    )
    if (outcome === 'unknown') throw new UsageError(`${input.email} has no account yet: leave --promote out`)
    if (outcome === 'exists') throw new UsageError(`${input.email} has an account already: add --promote to make it an admin with a new one-time password`)
    process.stdout.write(`
${input.email} is an admin now.

  one-time password   ${password}
  sign in at          ${config.publicUrl}/auth/sign-in

It is shown only once. You have to set a new password when you sign in.
`)
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`No admin was made: ${await describeFailure(error)}\n`)
  process.exitCode = 1
}

function readArguments(): AdminInput {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { promote: { type: 'boolean', default: false } } })
  const [email, ...name] = positionals
  if (!email || (name.length === 0 && !values.promote)) throw new UsageError(usage)
  // Promoting ignores the name; the schema needs one.
  const parsed = userInput.safeParse({ email, name: values.promote ? 'unused' : name.join(' ') })
  if (!parsed.success) throw new UsageError(`${parsed.error.issues[0]?.message}. ${usage}`)
  return { ...parsed.data, promote: values.promote }
}

async function describeFailure(error: unknown): Promise<string> {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message
  if (error instanceof Error && error.name === 'FolderNotPrivate') return error.message
  if (error instanceof Error && error.name === 'FolderInUse') return `${error.message}; the embedded database belongs to one process`
  if (error instanceof Error && error.message.includes('option')) return `${error.message.split('.')[0]}. ${usage}`
  const { isDatabaseUnavailable } = await import('#server/platform/database/index.ts')
  if (isDatabaseUnavailable(error)) return 'the database of DATABASE_URL does not answer'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
