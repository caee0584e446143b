import { erasedAddress } from '#server/platform/erased-address.ts'
import { and, eq } from 'drizzle-orm'
import { isStaff } from '#contract/identity/identity.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import {
  invalidInput,
  refused,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import type { AccountDeps } from '#server/identity/deps.ts'
import { checkOwnPassword, wrongPassword } from '#server/identity/sign-in/change-password.ts'
import { endSessionsOf, hasSession } from '#server/identity/sign-in/session.ts'
import { eraseInstructorPage } from '#server/identity/instructor-profiles.ts'
import { users } from '#server/identity/tables.ts'
import { removeTwoSteps } from '#server/identity/two-step/remove.ts'
import { invalidateLinks, lockAccount } from '#server/identity/sign-in/links.ts'

export type DeleteAccountOutcome = { outcome: 'deleted' } | Refusal<'staff-account'> | InvalidInput | TooManyRequests

export const wrongEmail = invalidInput({ email: 'Email tidak sama dengan email akun ini' })

/**
 * Erases an account. Users with a password re-authenticate with it; all users type their address. Purchases are kept without
 * the user's name, because bookkeeping requires them.
 */
export async function deleteAccount(
  deps: AccountDeps,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
): Promise<DeleteAccountOutcome> {
  // Courses refer to staff accounts, so an admin deletes them and chooses who teaches these courses from then on.
  if (isStaff(viewer.role)) return refused('staff-account')
  if (email !== viewer.email) return wrongEmail
  const check = await checkOwnPassword(deps, viewer.id, { password })
  if (check.outcome === 'invalid-input' || check.outcome === 'too-many-requests') return check
  return deps.database.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    if (!(await hasSession(tx, viewer))) return wrongPassword
    await eraseEverywhere(tx, deps, { id: viewer.id })
    return { outcome: 'deleted' }
  })
}

/**
 * Erases a user in every module; the caller checks who may be deleted. An anonymous row remains, because bookkeeping and the audit log refer to its id. `erasedBy` is the admin
 * who did it; without one it was the user.
 */
export async function eraseEverywhere(
  tx: Tx,
  deps: AccountDeps,
  { id, erasedBy }: { id: string; erasedBy?: string },
): Promise<void> {
  const { clock, database, background, mail, uploads, audit, cacheTags, uploadsInUse } = deps
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  if (!user || user.deletedAt) return
  for (const part of deps.personalData) await part.erase(tx, { id, email: user.email })
  await mail.erase(tx, id)
  await uploads.remove(tx, user.photo)
  // Pictures of erased texts. After the commit, because all texts are read for it; the daily purge finds what a crash leaves.
  database.afterCommit(tx, () =>
    background.run('deleting pictures of an erased account', async () => {
      await uploads.deleteUnused(uploadsInUse, { by: id })
    }),
  )
  await endSessionsOf(tx, id)
  await invalidateLinks(tx, id)
  await removeTwoSteps(tx, id)
  await eraseInstructorPage(tx, id)
  await tx
    .update(users)
    .set({
      name: 'Pengguna terhapus',
      email: erasedAddress(id),
      passwordHash: null,
      googleSub: null,
      oidcSub: null,
      photo: 'default.jpg',
      headline: '',
      bio: '',
      emailVerifiedAt: null,
      disabledAt: clock.now(),
      deletedAt: clock.now(),
    })
    .where(and(eq(users.id, id)))
  await audit.erase(tx, id)
  const action = erasedBy ? 'user.deleted-by-admin' : 'user.deleted'
  await audit.record(tx, { actorId: erasedBy ?? null, action, subjectId: id })
  await cacheTags.invalidate(tx, [`user:${id}`])
}
