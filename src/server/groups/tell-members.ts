import { and, asc, eq, gt } from 'drizzle-orm'
import { jakartaMidnight } from '#contract/kit/days.ts'
import type { CourseRow } from '#server/catalog/index.ts'
import type { GroupsDeps } from './deps.ts'
import { groupMembers } from './tables.ts'
import type { KindData, Notice } from '#server/notifications/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { CohortRow } from './own-cohort.ts'

const perBatch = 500

/** Calls this with all members of a group, some at a time. */
export async function eachMembers(
  tx: Tx,
  groupId: string,
  work: (userIds: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let after: string | null = null; ;) {
    const rows: { userId: string }[] = await tx
      .select({ userId: groupMembers.userId })
      .from(groupMembers)
      .where(and(eq(groupMembers.groupId, groupId), after === null ? undefined : gt(groupMembers.userId, after)))
      .orderBy(asc(groupMembers.userId))
      .limit(perBatch)
    if (rows.length > 0) await work(rows.map(({ userId }) => userId))
    after = rows.at(-1)?.userId ?? null
    if (rows.length < perBatch) return
  }
}

type News = Pick<KindData['cohort'], 'state' | 'sentence'>

export const cohortNews = (course: Pick<CourseRow, 'id' | 'title'>, cohort: CohortRow, news: News) => ({
  courseId: course.id,
  courseTitle: course.title,
  cohortId: cohort.id,
  name: cohort.name,
  startsAt: jakartaMidnight(cohort.startsOn).toISOString(),
  ...news,
})

/** Tells all members what became of their cohort. */
export async function tellMembers(
  tx: Tx,
  { notify }: Pick<GroupsDeps, 'notify'>,
  { course, cohort, news, actorId }: { course: CourseRow; cohort: CohortRow; news: News; actorId: string },
): Promise<void> {
  const data = cohortNews(course, cohort, news)
  await eachMembers(tx, cohort.id, (userIds) =>
    notify(tx, ...userIds.map((userId): Notice => ({ kind: 'cohort', userId, actorId, subjectId: cohort.id, data }))),
  )
}
