import { and, eq, isNotNull } from 'drizzle-orm'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { IdentityDeps } from './deps.ts'
import { googleUnlinkedMessage, oidcUnlinkedMessage } from './messages.ts'
import { checkOwnPassword, wrongPassword, type CheckOutcome } from '#server/identity/sign-in/change-password.ts'
import { lockAccount } from '#server/identity/sign-in/links.ts'
import { hasSession } from '#server/identity/sign-in/session.ts'
import { users } from './tables.ts'
import { deleteTicketsOf } from '#server/identity/two-step/second-step-tickets.ts'

export type UnlinkOutcome =
  | { outcome: 'unlinked' }
  | Refusal<'not-linked'>
  | Exclude<CheckOutcome, { outcome: 'right' }>

/** How the end of a link is called. */
const foreignLinks = {
  googleSub: { name: 'google-unlinked', message: googleUnlinkedMessage },
  oidcSub: { name: 'oidc-unlinked', message: oidcUnlinkedMessage },
} as const

type Input = { password: string }

export const unlinkGoogle = (deps: IdentityDeps, viewer: Viewer, input: Input): Promise<UnlinkOutcome> =>
  unlinkForeign(deps, viewer, input, 'googleSub')
export const unlinkOidc = (deps: IdentityDeps, viewer: Viewer, input: Input): Promise<UnlinkOutcome> =>
  unlinkForeign(deps, viewer, input, 'oidcSub')

/** Ends sign-in with another service for this account. Only with a password, without which no way in might be left. */
async function unlinkForeign(
  deps: IdentityDeps,
  viewer: Viewer,
  { password }: Input,
  column: keyof typeof foreignLinks,
): Promise<UnlinkOutcome> {
  const { database, audit, mail, publicUrl, securityLog } = deps
  const { name, message } = foreignLinks[column]
  const check = await checkOwnPassword(deps, viewer.id, { password })
  if (check.outcome !== 'right') return check
  const result = await database.transaction(async (tx): Promise<UnlinkOutcome> => {
    await lockAccount(tx, viewer.id)
    if (!(await hasSession(tx, viewer))) return wrongPassword
    const unlinked = await tx
      .update(users)
      .set({ [column]: null })
      .where(and(eq(users.id, viewer.id), isNotNull(users[column]), isNotNull(users.passwordHash)))
      .returning({ id: users.id })
    if (unlinked.length === 0) return refused('not-linked')
    await deleteTicketsOf(tx, viewer.id)
    await mail.queue(tx, { kind: name, to: viewer, message: message(publicUrl), ownerId: viewer.id })
    await audit.record(tx, { actorId: viewer.id, action: `user.${name}`, subjectId: viewer.id })
    return { outcome: 'unlinked' }
  })
  if (result.outcome === 'unlinked') securityLog.note(name, { userId: viewer.id })
  return result
}
