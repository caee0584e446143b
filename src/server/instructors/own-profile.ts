import type { InstructorProfile, ProfileInput } from '#contract/instructors/profile.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { InvalidInput } from '#server/platform/outcomes.ts'
import type { InstructorsDeps } from './deps.ts'

export async function showProfile({ identity, catalog }: InstructorsDeps, userId: string): Promise<InstructorProfile> {
  const [profile] = await identity.listInstructorProfiles([userId])
  if (!profile) throw new Error(`The staff member ${userId} has no profile`)
  const { slug, headline, bio, links, checkedAt } = profile
  const isPublic = (await catalog.listPublicTeachers([userId])).has(userId)
  return { slug, headline, bio, links, isChecked: checkedAt !== null, isPublic }
}

export async function saveProfile(
  deps: InstructorsDeps,
  viewer: Viewer,
  input: ProfileInput,
): Promise<{ outcome: 'saved'; profile: InstructorProfile } | InvalidInput> {
  const saved = await deps.identity.saveInstructorProfile(viewer, input)
  if (saved.outcome !== 'saved') return saved
  return { outcome: 'saved', profile: await showProfile(deps, viewer.id) }
}

export const checkPage = async (
  { identity }: InstructorsDeps,
  admin: Viewer,
  page: { userId: string; isChecked: boolean },
) => identity.checkInstructorPage(admin, page)
