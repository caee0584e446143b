import type { Tx } from '#server/platform/database/index.ts'
import type { CommerceDeps } from './deps.ts'
import type { TransactionRow } from './tables.ts'

/** Whom mails about a purchase are for: the account as it is now. The address at checkout may have been corrected since, and be somebody else's. */
export async function recipientOf(
  tx: Tx,
  { identity }: Pick<CommerceDeps, 'identity'>,
  { studentId, buyerName, buyerEmail }: TransactionRow,
): Promise<{ name: string; email: string }> {
  const { name, email } = (await identity.findUserProfiles([studentId], tx)).get(studentId) ?? {
    name: buyerName,
    email: buyerEmail,
  }
  return { name, email }
}
