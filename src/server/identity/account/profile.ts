import { eq } from 'drizzle-orm'
import type { UpdateProfileInput } from '#contract/account.ts'
import type { Viewer } from '#server/http/index.ts'
import type { IdentityDeps } from '#server/identity/identity.ts'
import { users, type UserRow } from '#server/identity/tables.ts'
import { findPendingEmail } from './links.ts'

export type AccountRow = UserRow & { pendingEmail: string | null }

export async function readAccount({ database, clock }: IdentityDeps, userId: string): Promise<AccountRow> {
  const [user] = await database.query.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error(`The account ${userId} of a living session is gone`)
  return { ...user, pendingEmail: await findPendingEmail(database.query, userId, clock.now()) }
}

export type ProfileOutcome = { outcome: 'saved'; user: AccountRow } | { outcome: 'photo-refused'; message: string }

/** Changes what is given and leaves the rest. A photo that is replaced is deleted with the same stroke. */
export async function updateProfile(deps: IdentityDeps, me: Viewer, { photo, name, headline, bio }: UpdateProfileInput): Promise<ProfileOutcome> {
  const { database, uploads, changes } = deps
  // Decoding is slow work: before the transaction.
  const received = photo ? await uploads.receive(photo, 'photo', me.id) : null
  if (received?.outcome === 'refused') return { outcome: 'photo-refused', message: received.message }
  const texts = Object.fromEntries(Object.entries({ name, headline, bio }).filter(([, value]) => value !== undefined))
  await database.transaction(async (tx) => {
    const [before] = await tx.select({ photo: users.photo }).from(users).where(eq(users.id, me.id)).for('update')
    const picture = received ? { photo: await uploads.keep(tx, received.image, me.id) } : photo === null ? { photo: 'default.jpg' } : {}
    const change = { ...texts, ...picture }
    if (Object.keys(change).length > 0) await tx.update(users).set(change).where(eq(users.id, me.id))
    if (picture.photo && before) await uploads.remove(tx, before.photo)
    // Courses and reviews show who made and wrote them.
    await changes.changed(tx, [`person:${me.id}`])
  })
  return { outcome: 'saved', user: await readAccount(deps, me.id) }
}
