import type { InstructorsDeps } from './deps.ts'

/** Namesakes among staff who teach nothing in public are left out afterwards. */
const namesRead = 50

export type FoundInstructor = { slug: string; name: string; headline: string; avatar: string; courseCount: number }

/** Those with a page whose name has all words of a text, with most courses first. */
export async function findInstructorsByName(
  { identity, catalog }: InstructorsDeps,
  q: string,
  limit: number,
): Promise<FoundInstructor[]> {
  const words = q.split(/\s+/).filter((word) => word.length > 1)
  const people = await identity.findStaffByName(words.slice(0, 8), namesRead)
  const teachers = await catalog.listPublicTeachers(people.map(({ userId }) => userId))
  return people
    .flatMap(({ userId, slug, name, headline, avatar }) => {
      const teacher = teachers.get(userId)
      return teacher ? [{ slug, name, headline, avatar, courseCount: teacher.courses }] : []
    })
    .toSorted((a, b) => b.courseCount - a.courseCount || a.name.localeCompare(b.name, 'id'))
    .slice(0, limit)
}

/** Every page, for the sitemap. */
export async function listInstructorPages({
  identity,
  catalog,
}: InstructorsDeps): Promise<{ slug: string; changedAt: Date }[]> {
  const teachers = await catalog.listPublicTeachers(null)
  const profiles = await identity.listInstructorProfiles([...teachers.keys()])
  return profiles.map(({ userId, slug, updatedAt }) => {
    const courseChangedAt = teachers.get(userId)?.changedAt ?? updatedAt
    return { slug, changedAt: courseChangedAt > updatedAt ? courseChangedAt : updatedAt }
  })
}
