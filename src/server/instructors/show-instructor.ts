import { leastForAverage, type InstructorPage } from '#contract/instructors/instructors.ts'
import type { InstructorsDeps } from './deps.ts'

const coursesShown = 60

/** The page at an address of today or before; null without a published course. */
export async function showInstructor(deps: InstructorsDeps, slug: string): Promise<InstructorPage | null> {
  const { identity, catalog, learning, conversation } = deps
  const profile = await identity.findInstructorProfile(slug)
  if (!profile) return null
  const taught = await catalog.showTaughtCourses(profile.userId, coursesShown)
  if (taught.total === 0) return null
  const { answered, hours } = await conversation.readAnswerHours({
    userId: profile.userId,
    courseIds: taught.courseIds,
  })
  const { ratingCount, ratingSum } = taught
  return {
    slug: profile.slug,
    name: profile.name,
    headline: profile.headline,
    bio: profile.bio,
    avatar: profile.avatar,
    links: profile.links,
    linksAreChecked: profile.checkedAt !== null,
    figures: {
      students: await learning.countStudentsOf(profile.userId),
      courses: taught.total,
      rating: ratingCount < leastForAverage ? null : Math.round((ratingSum / ratingCount) * 10) / 10,
      ratingCount,
      answerHours: answered < leastForAverage || hours === null ? null : Math.max(1, Math.round(hours)),
    },
    courses: await catalog.toCards(taught.rows),
    updatedAt: profile.updatedAt.toISOString(),
  }
}
