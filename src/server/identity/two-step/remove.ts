import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import { passkeyChallenges, passkeys, recoveryCodes, totpSecrets } from '#server/identity/tables.ts'

/** Removes the authenticator app and the recovery codes. False when two-step sign-in was off. */
export async function removeTotp(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(totpSecrets)
    .where(eq(totpSecrets.userId, userId))
    .returning({ confirmedAt: totpSecrets.confirmedAt })
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return removed.some(({ confirmedAt }) => confirmedAt !== null)
}

/** Removes authenticator app, recovery codes and passkeys. False when there was none. */
export async function removeTwoSteps(tx: Tx, userId: string): Promise<boolean> {
  const hadTotp = await removeTotp(tx, userId)
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
  return hadTotp || removed.length > 0
}
