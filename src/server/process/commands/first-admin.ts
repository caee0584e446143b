import { userInput } from '#contract/identity/identity.ts'
import { createPasswords, makeAdmin, makeOneTimePassword, type AdminInput } from '#server/identity/index.ts'
import { auditModule } from '#server/audit/index.ts'
import { categories, courses, insertCategory, neutralCategories } from '#server/catalog/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { migrate, type Tx } from '#server/platform/database/index.ts'
import type { CommandConfig } from '#server/process/config/config.ts'
import { withDatabase } from './on-installation.ts'
import { beginOwnSite } from '#server/site/settings/index.ts'
import { UsageError } from './run-command.ts'

/** The e-mail address and the words of the name of an admin. Throws UsageError. */
export function readAdmin([email = '', ...name]: readonly string[], usage: string): Pick<AdminInput, 'email' | 'name'> {
  const parsed = userInput.safeParse({ email, name: name.join(' ') })
  if (!parsed.success) {
    // The messages of the site are Indonesian.
    const isName = parsed.error.issues[0]?.path[0] === 'name'
    throw new UsageError(
      `${isName ? 'the name has 3 to 100 characters, without control characters' : `${email} is no e-mail address`}. ${usage}`,
    )
  }
  return parsed.data
}

/** A site that nobody has set up or filled names no subject until its owner does. */
async function beginEmptySite(tx: Tx): Promise<void> {
  if ((await tx.$count(courses)) > 0 || !(await beginOwnSite(tx, systemClock.now()))) return
  await tx.delete(categories)
  for (const [position, category] of neutralCategories.entries()) await insertCategory(tx, { ...category, position })
}

/** Makes an admin with a one-time password. Returns what the operator has to read. */
export async function makeFirstAdmin(
  config: Pick<CommandConfig, 'databaseUrl' | 'dataDir' | 'publicUrl'>,
  input: AdminInput,
): Promise<string> {
  return withDatabase(config, async (database) => {
    await migrate(database)
    const password = makeOneTimePassword()
    const audit = auditModule({ database, clock: systemClock })
    const outcome = await makeAdmin(
      { database, clock: systemClock, passwords: createPasswords(), audit },
      input,
      password,
    )
    await database.transaction((tx) => beginEmptySite(tx))
    if (outcome === 'unknown') throw new UsageError(`${input.email} has no account yet: leave --promote out`)
    if (outcome === 'exists')
      throw new UsageError(
        `${input.email} has an account already: add --promote to make it an admin with a new one-time password`,
      )
    return `
${input.email} is an admin now.

  one-time password   ${password}
  sign in at          ${config.publicUrl}/auth/sign-in

It is shown only once. You have to set a new password when you sign in.`
  })
}
