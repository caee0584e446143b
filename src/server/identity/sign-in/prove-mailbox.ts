import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import { endSessionsOf } from './session.ts'
import { forgetWays } from '#server/notifications/ways.ts'
import { users } from '#server/identity/tables.ts'
import { removeTwoSteps } from '#server/identity/two-step/remove.ts'
import { invalidateLinks } from './links.ts'

/**
 * To be called when a caller proves access to the mailbox of an account, before the proof is stored. Until the first proof anyone could
 * have created the account with this address, so all that opens it ends: password, sessions, pending links, the links to accounts of Google and of an organisation,
 * authenticator app, recovery codes and passkeys. So does what would go on telling whoever created it.
 * False when the address was proven before; then nothing changes.
 */
export async function endUnprovenAccess(tx: Tx, userId: string): Promise<boolean> {
  const [unproven] = await tx
    .update(users)
    .set({ passwordHash: null, passwordIsOneTime: false, googleSub: null, oidcSub: null })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id })
  if (!unproven) return false
  await endSessionsOf(tx, userId)
  await invalidateLinks(tx, userId)
  await removeTwoSteps(tx, userId)
  await forgetWays(tx, userId)
  return true
}
