import { and, eq } from 'drizzle-orm'
import type { IdentityTools } from '#server/identity/identity.ts'
import { users } from '#server/identity/tables.ts'

/**
 * Copies the picture that Google shows of somebody, written anew like any upload, so that no visitor's browser ever asks
 * Google for it. Only somebody without a photo of their own gets one. Nobody waits for it, and where it fails the
 * drawing everybody starts with stays.
 */
export function copyPictureLater(deps: IdentityTools, userId: string, address: string | null): void {
  if (address !== null) deps.background.run('copying a profile picture', () => copyPicture(deps, userId, address))
}

async function copyPicture({ google, uploads, database, changes }: IdentityTools, userId: string, address: string): Promise<void> {
  if (!google) return
  const received = await uploads.receive(await google.fetchPicture(address), 'photo', null)
  if (received.outcome === 'refused') throw new Error(`A profile picture was refused: ${received.message}`)
  await database.transaction(async (tx) => {
    const stillWithout = and(eq(users.id, userId), eq(users.photo, 'default.jpg'))
    const [user] = await tx.select({ id: users.id, deletedAt: users.deletedAt }).from(users).where(stillWithout).for('update')
    if (!user || user.deletedAt) return
    const photo = await uploads.keep(tx, received.image, userId)
    await tx.update(users).set({ photo }).where(eq(users.id, userId))
    await changes.changed(tx, [`person:${userId}`])
  })
}
