import type { SessionUser } from '#contract/identity.ts'
import type { Viewer } from '#server/http/index.ts'

type ShownUser = Pick<Viewer, 'id' | 'name' | 'email' | 'role' | 'photo'>

/** A photo as an address: an uploaded one, or the drawing everybody starts with. */
export const photoUrl = (photo: string): string => `/uploads/${photo}`

export function presentUser(user: ShownUser): SessionUser {
  const photo = photoUrl(user.photo)
  return { _id: user.id, name: user.name, email: user.email, role: user.role, photo, avatar: photo }
}
