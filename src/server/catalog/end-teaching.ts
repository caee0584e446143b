import { eq, inArray } from 'drizzle-orm'
import type { TeacherRole } from '#contract/catalog/teachers.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { courseInstructors, courses, courseTeachers } from './tables.ts'
import type { CatalogDeps } from './deps.ts'
import { describeShares, findInstructorShares, ofOthers } from './instructor-shares.ts'

/** Details of teachers for the audit log. */
export const describeTeachers = (teachers: readonly { userId: string; role: TeacherRole }[]) => ({
  teachers: Object.fromEntries(teachers.map(({ userId, role }) => [userId, role])),
})

/**
 * Ends what somebody is to the courses of others, whose account may not teach any more: later sales leave their share to the platform.
 * Returns of which courses, for the audit log.
 */
export async function endTeachingOf(tx: Tx, { cacheTags }: Pick<CatalogDeps, 'cacheTags'>, userId: string) {
  const shares = await tx.delete(courseInstructors).where(ofOthers(tx, userId)).returning()
  const taught = await tx.delete(courseTeachers).where(eq(courseTeachers.userId, userId)).returning()
  const ids = [...new Set([...shares, ...taught].map(({ courseId }) => courseId))]
  const left = await findInstructorShares(tx, ids)
  const titles = await tx.select({ id: courses.id, title: courses.title }).from(courses).where(inArray(courses.id, ids))
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]))
  await cacheTags.invalidate(
    tx,
    ids.map((id) => `course:${id}` as const),
  )
  return ids.map((courseId) => {
    const share = shares.find((row) => row.courseId === courseId)
    const after = left.get(courseId) ?? []
    const gone = taught.filter((row) => row.courseId === courseId)
    return {
      courseId,
      details: {
        title: titleOf.get(courseId),
        before: { ...describeTeachers(gone), ...(share ? describeShares([...after, share]) : {}) },
        after: { ...describeTeachers([]), ...(share ? describeShares(after) : {}) },
      },
    }
  })
}
