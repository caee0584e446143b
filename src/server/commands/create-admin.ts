import { parseArgs } from 'node:util'
import { personInput } from '#contract/identity.ts'
import { systemClock } from '#server/clock.ts'
import { ConfigError, parseConfig } from '#server/config.ts'
import type { WantedAdmin } from '#server/identity/index.ts'

// npm run create-admin -- email name: the first admin of an installation. Acts when loaded.

const usage = 'npm run create-admin -- email "name"   (--promote for an account that exists)'

/** Something the operator can mend: told in one line. */
class Refusal extends Error {}

try {
  process.loadEnvFile('.env')
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

try {
  const asked = readArguments()
  const config = parseConfig(process.env)
  // A slip of the pen is told before all this is loaded.
  const { migrate, openDatabase } = await import('#server/database/index.ts')
  const { makeAdmin, makeOneTimePassword } = await import('#server/identity/index.ts')
  const { createAudit } = await import('#server/audit/index.ts')
  const database = await openDatabase(config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir })
  try {
    await migrate(database)
    const password = makeOneTimePassword()
    const outcome = await makeAdmin({ database, audit: createAudit({ database, clock: systemClock }) }, asked, password)
    if (outcome === 'unknown') throw new Refusal(`${asked.email} has no account yet: leave --promote out`)
    if (outcome === 'exists') throw new Refusal(`${asked.email} has an account already: add --promote to make it an admin with a new one-time password`)
    process.stdout.write(`
${asked.email} is an admin now.

  one-time password   ${password}
  sign in at          ${config.publicUrl}/auth/sign-in

It is shown only here, only now. Signing in asks for a password of your own.
`)
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`No admin was made: ${await oneLine(error)}\n`)
  process.exitCode = 1
}

function readArguments(): WantedAdmin {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { promote: { type: 'boolean', default: false } } })
  const [email, ...name] = positionals
  if (!email || (name.length === 0 && !values.promote)) throw new Refusal(usage)
  // An account that exists keeps its name.
  const person = personInput.safeParse({ email, name: values.promote ? 'its own' : name.join(' ') })
  if (!person.success) throw new Refusal(`${person.error.issues[0]?.message}. ${usage}`)
  return { ...person.data, promote: values.promote }
}

async function oneLine(error: unknown): Promise<string> {
  if (error instanceof Refusal || error instanceof ConfigError) return error.message
  if (error instanceof Error && error.name === 'FolderInUse') return `${error.message}; the embedded database belongs to one process`
  if (error instanceof Error && error.message.includes('option')) return `${error.message.split('.')[0]}. ${usage}`
  const { isDatabaseAway } = await import('#server/database/index.ts')
  if (isDatabaseAway(error)) return 'the database of DATABASE_URL does not answer'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
