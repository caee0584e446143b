import type { IdentityDeps } from './deps.ts'
import { addPhoto } from '#server/identity/account/add-photo.ts'

/**
 * Copies the user's Google picture to an upload, so that visitors' browsers never request it from Google. Runs in the background,
 * and only for users without a photo. On failure the default picture stays.
 */
export function copyPictureInBackground(deps: IdentityDeps, userId: string, url: string | null): void {
  if (url !== null) deps.background.run('copying a profile picture', () => copyPicture(deps, userId, url))
}

async function copyPicture(deps: IdentityDeps, userId: string, url: string): Promise<void> {
  if (deps.google) await addPhoto(deps, userId, await deps.google.fetchPicture(url))
}
