import { eq } from 'drizzle-orm'
import type { UpdateProfileInput } from '#contract/identity/account.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { users, type User } from '#server/identity/tables.ts'
import { findPendingEmail } from '#server/identity/sign-in/links.ts'

export type AccountDetails = User & { pendingEmail: string | null }

export async function readAccount({ database, clock }: IdentityDeps, userId: string): Promise<AccountDetails> {
  const [user] = await database.query.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error(`The session of the deleted account ${userId} is still active`)
  return { ...user, pendingEmail: await findPendingEmail(database.query, userId, clock.now()) }
}

export type ProfileOutcome = { outcome: 'saved'; user: AccountDetails } | InvalidInput

/** Changes the given fields. A replaced photo is deleted in the same transaction. */
export async function updateProfile(
  deps: IdentityDeps,
  viewer: Viewer,
  { photo, name, headline, bio }: UpdateProfileInput,
): Promise<ProfileOutcome> {
  const { database, uploads, cacheTags } = deps
  // Decoding is slow, so it happens before the transaction.
  const received = photo ? await uploads.receive(photo, 'photo', viewer.id) : null
  if (received?.outcome === 'rejected') return invalidInput({ photo: received.message })
  const texts = Object.fromEntries(Object.entries({ name, headline, bio }).filter(([, value]) => value !== undefined))
  await database.transaction(async (tx) => {
    const [before] = await tx.select({ photo: users.photo }).from(users).where(eq(users.id, viewer.id)).for('update')
    const picture = received
      ? { photo: await uploads.store(tx, received.image, viewer.id) }
      : photo === null
        ? { photo: 'default.jpg' }
        : {}
    const change = { ...texts, ...picture }
    if (Object.keys(change).length > 0) await tx.update(users).set(change).where(eq(users.id, viewer.id))
    if (picture.photo && before) await uploads.remove(tx, before.photo)
    // Courses and reviews show the profile.
    await cacheTags.invalidate(tx, [`user:${viewer.id}`])
  })
  return { outcome: 'saved', user: await readAccount(deps, viewer.id) }
}
