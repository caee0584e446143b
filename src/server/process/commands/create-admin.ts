import { parseArgs } from 'node:util'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { makeFirstAdmin, readAdmin } from './first-admin.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run create-admin -- email name: creates the first admin of an installation. Runs when loaded.

const usage = 'npm run create-admin -- email "name"   (--promote for an account that exists)'

await runCommand('No admin was made', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { promote: { type: 'boolean', default: false } },
  })
  const [email, ...name] = positionals
  if (!email || (name.length === 0 && !values.promote)) throw new UsageError(usage)
  // Promoting ignores the name; the schema needs one.
  const admin = readAdmin(values.promote ? [email, 'unused'] : positionals, usage)
  say(await makeFirstAdmin(parseCommandConfig(process.env), { ...admin, promote: values.promote }))
})
