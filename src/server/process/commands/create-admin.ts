import { parseArgs } from 'node:util'
import { userInput } from '#contract/identity/identity.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createPasswords, makeAdmin, makeOneTimePassword, type AdminInput } from '#server/identity/index.ts'
import { auditModule } from '#server/platform/audit/index.ts'
import { migrate, openDatabase } from '#server/platform/database/index.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run create-admin -- email name: creates the first admin of an installation. Runs when loaded.

const usage = 'npm run create-admin -- email "name"   (--promote for an account that exists)'

await runCommand('No admin was made', async () => {
  const input = readArguments()
  const config = parseCommandConfig(process.env)
  const database = await openDatabase(config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir })
  try {
    await migrate(database)
    const password = makeOneTimePassword()
    const audit = auditModule({ database, clock: systemClock })
    const outcome = await makeAdmin({ database, clock: systemClock, passwords: createPasswords(), audit }, input, password)
    if (outcome === 'unknown') throw new UsageError(`${input.email} has no account yet: leave --promote out`)
    if (outcome === 'exists') throw new UsageError(`${input.email} has an account already: add --promote to make it an admin with a new one-time password`)
    say(`
${input.email} is an admin now.

  one-time password   ${password}
  sign in at          ${config.publicUrl}/auth/sign-in

It is shown only once. You have to set a new password when you sign in.`)
  } finally {
    await database.close()
  }
})

function readArguments(): AdminInput {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { promote: { type: 'boolean', default: false } } })
  const [email, ...name] = positionals
  if (!email || (name.length === 0 && !values.promote)) throw new UsageError(usage)
  // Promoting ignores the name; the schema needs one.
  const parsed = userInput.safeParse({ email, name: values.promote ? 'unused' : name.join(' ') })
  if (!parsed.success) throw new UsageError(`${parsed.error.issues[0]?.message}. ${usage}`)
  return { ...parsed.data, promote: values.promote }
}
