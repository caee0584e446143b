import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { courses } from '#server/catalog/tables.ts'

/** Counters of students and reviews in the list of courses. */
export type CourseCounters = Pick<typeof courses.$inferSelect, 'studentCount' | 'ratingCount' | 'ratingSum'>

/** Changes the student count: +1 for a grant, -1 for a revocation. */
export async function adjustStudentCount(
  tx: Tx,
  { cacheTags }: CatalogDeps,
  { courseId, difference }: { courseId: string; difference: number },
): Promise<void> {
  await tx
    .update(courses)
    .set({ studentCount: sql`greatest(0, ${courses.studentCount} + ${difference})` })
    .where(eq(courses.id, courseId))
  cacheTags.invalidateSoon(tx, ['courses', `course:${courseId}`])
}

/** Serializes changes of a course's counters until the transaction ends. */
export async function lockCounters(tx: Tx, courseId: string): Promise<void> {
  await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('no key update')
}

/** Changes the count and sum of ratings. `isUrgent`: pages show it at once, however many other reviews change. */
export async function adjustReviews(
  tx: Tx,
  { cacheTags }: CatalogDeps,
  {
    courseId,
    reviews,
    stars,
    isUrgent = false,
  }: { courseId: string; reviews: number; stars: number; isUrgent?: boolean },
): Promise<void> {
  await tx
    .update(courses)
    .set({
      ratingCount: sql`${courses.ratingCount} + ${reviews}`,
      ratingSum: sql`${courses.ratingSum} + ${stars}`,
    })
    .where(eq(courses.id, courseId))
  // Lists show ratings like other counters; the page of the course shows the review.
  cacheTags.invalidateSoon(tx, ['courses'])
  const tags = [`course:${courseId}`]
  await (isUrgent ? cacheTags.invalidate(tx, tags) : cacheTags.invalidateOften(tx, tags))
}

/** Sets the counters of a course to these; true when they were wrong. `count` runs while no student or review of the course is counted. */
export async function repairCounters(
  tx: Tx,
  { cacheTags }: CatalogDeps,
  { courseId, count }: { courseId: string; count: () => Promise<CourseCounters> },
): Promise<boolean> {
  const counters = {
    studentCount: courses.studentCount,
    ratingCount: courses.ratingCount,
    ratingSum: courses.ratingSum,
  }
  const [stored] = await tx.select(counters).from(courses).where(eq(courses.id, courseId)).for('update')
  if (!stored) return false
  const counted = await count()
  const names = ['studentCount', 'ratingCount', 'ratingSum'] as const
  if (names.every((name) => stored[name] === counted[name])) return false
  await tx.update(courses).set(counted).where(eq(courses.id, courseId))
  await cacheTags.invalidate(tx, ['courses', `course:${courseId}`])
  return true
}
