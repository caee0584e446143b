import { and, eq } from 'drizzle-orm'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { users } from '#server/identity/tables.ts'
import { encodePicture } from '#server/platform/media/index.ts'

/** Gives a user without a photo this one; any other keeps theirs. Throws when it is not a picture. */
export async function addPhoto(
  { uploads, database, cacheTags }: Pick<IdentityDeps, 'uploads' | 'database' | 'cacheTags'>,
  userId: string,
  picture: Blob,
): Promise<void> {
  const received = await encodePicture(picture, 'photo')
  if (received.outcome === 'rejected') throw new Error(`A profile picture was rejected: ${received.message}`)
  await database.transaction(async (tx) => {
    const withoutPhoto = and(eq(users.id, userId), eq(users.photo, 'default.jpg'))
    const [user] = await tx
      .select({ id: users.id, deletedAt: users.deletedAt })
      .from(users)
      .where(withoutPhoto)
      .for('update')
    if (!user || user.deletedAt) return
    const photo = await uploads.store(tx, received.image, userId)
    await tx.update(users).set({ photo }).where(eq(users.id, userId))
    await cacheTags.invalidate(tx, [`user:${userId}`])
  })
}
