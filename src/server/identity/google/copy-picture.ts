import { and, eq } from 'drizzle-orm'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { users } from '#server/identity/tables.ts'

/**
 * Copies the user's Google picture to an upload, so that visitors' browsers never request it from Google. Runs in the background,
 * and only for users without a photo. On failure the default picture stays.
 */
export function copyPictureInBackground(deps: IdentityDeps, userId: string, address: string | null): void {
  if (address !== null) deps.background.run('copying a profile picture', () => copyPicture(deps, userId, address))
}

async function copyPicture({ google, uploads, database, cacheTags }: IdentityDeps, userId: string, address: string): Promise<void> {
  if (!google) return
  const received = await uploads.receive(await google.fetchPicture(address), 'photo', null)
  if (received.outcome === 'rejected') throw new Error(`A profile picture was rejected: ${received.message}`)
  await database.transaction(async (tx) => {
    const withoutPhoto = and(eq(users.id, userId), eq(users.photo, 'default.jpg'))
    const [user] = await tx.select({ id: users.id, deletedAt: users.deletedAt }).from(users).where(withoutPhoto).for('update')
    if (!user || user.deletedAt) return
    const photo = await uploads.store(tx, received.image, userId)
    await tx.update(users).set({ photo }).where(eq(users.id, userId))
    await cacheTags.invalidate(tx, [`user:${userId}`])
  })
}
