import { and, eq, isNull } from 'drizzle-orm'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { invitedAtOnce } from '#contract/identity/users.ts'
import { countUpTo } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { queueWelcome } from '#server/identity/sign-in/reset-password.ts'
import { users } from '#server/identity/tables.ts'

const isWaiting = and(eq(users.waitsForInvitation, true), isNull(users.disabledAt))

/** People who were imported and not invited yet, up to `maximumCounted`. */
export const countWaiting = async ({ database }: IdentityDeps): Promise<number> =>
  (await countUpTo(database.query, maximumCounted, users, isWaiting)).total

/** Mails the next ones who wait a link to choose a password, and returns how many. */
export function inviteWaiting(deps: IdentityDeps, admin: Viewer): Promise<number> {
  return deps.database.transaction(async (tx) => {
    const waiting = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(isWaiting)
      .orderBy(users.id)
      .limit(invitedAtOnce)
      .for('update', { skipLocked: true })
    if (waiting.length === 0) return 0
    const ids = waiting.map(({ id }) => id)
    for (const user of waiting) await queueWelcome(tx, deps, user)
    await deps.audit.record(tx, {
      actorId: admin.id,
      action: 'users.imported-invited',
      subjectId: 'import',
      details: { users: ids },
    })
    return waiting.length
  })
}
