import { and, eq, isNotNull } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { IdentityDeps } from './deps.ts'
import { googleUnlinkedMessage } from './messages.ts'
import { checkOwnPassword, wrongPassword, type CheckOutcome } from '#server/identity/sign-in/change-password.ts'
import { lockAccount } from '#server/identity/account/links.ts'
import { hasSession } from '#server/identity/sign-in/session.ts'
import { users } from './tables.ts'
import { deleteTicketsOf } from '#server/identity/two-step/second-step-tickets.ts'

export type UnlinkOutcome =
  | { outcome: 'unlinked' }
  | Refusal<'not-linked'>
  | Exclude<CheckOutcome, { outcome: 'right' }>

/** Ends sign-in with Google for this account. Only with a password, which would otherwise be the only way in. */
export async function unlinkGoogle(
  deps: IdentityDeps,
  viewer: Viewer,
  { password }: { password: string },
): Promise<UnlinkOutcome> {
  const { database, audit, mail, publicUrl, securityLog } = deps
  const check = await checkOwnPassword(deps, viewer.id, password)
  if (check.outcome !== 'right') return check
  const result = await database.transaction(async (tx): Promise<UnlinkOutcome> => {
    await lockAccount(tx, viewer.id)
    if (!(await hasSession(tx, viewer))) return wrongPassword
    const unlinked = await tx
      .update(users)
      .set({ googleSub: null })
      .where(and(eq(users.id, viewer.id), isNotNull(users.googleSub), isNotNull(users.passwordHash)))
      .returning({ id: users.id })
    if (unlinked.length === 0) return refused('not-linked')
    await deleteTicketsOf(tx, viewer.id)
    await mail.queue(tx, {
      kind: 'google-unlinked',
      to: viewer,
      message: googleUnlinkedMessage(publicUrl),
      ownerId: viewer.id,
    })
    await audit.record(tx, {
      actorId: viewer.id,
      action: 'user.google-unlinked',
      subjectKind: 'user',
      subjectId: viewer.id,
    })
    return { outcome: 'unlinked' }
  })
  if (result.outcome === 'unlinked') securityLog.note('google-unlinked', { userId: viewer.id })
  return result
}
