import { and, asc, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import { hourMs } from '#contract/kit/durations.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { quizAttempts } from '#server/assessment/tables.ts'

const remindedBeforeMs = hourMs
/** A quiz of an hour or two is taken in one go; its player shows the time. */
const shortestMs = 3 * hourMs
const perRound = 200

/** Tells of open attempts whose time ends within an hour, once each. */
export async function remindOfDeadlines({ database, clock, catalog, learning, notify }: AssessmentDeps): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    const { deadline, submittedAt, deadlineToldAt } = quizAttempts
    const soon = await tx
      .select()
      .from(quizAttempts)
      .where(
        and(
          isNull(submittedAt),
          isNotNull(deadline),
          isNull(deadlineToldAt),
          gt(deadline, now),
          lte(deadline, new Date(now.getTime() + remindedBeforeMs)),
        ),
      )
      .orderBy(asc(deadline))
      .limit(perRound)
      .for('update', { skipLocked: true })
    if (soon.length === 0) return
    const set = { deadlineToldAt: now }
    await tx
      .update(quizAttempts)
      .set(set)
      .where(
        inArray(
          quizAttempts.id,
          soon.map(({ id }) => id),
        ),
      )
    const long = soon.filter(
      (attempt) => attempt.deadline && attempt.deadline.getTime() - attempt.startedAt.getTime() >= shortestMs,
    )
    const titles = await catalog.findLessonTitles([...new Set(long.map(({ lessonId }) => lessonId))], { tx })
    const courses = new Map(
      (await catalog.listCoursesById([...new Set(long.map(({ courseId }) => courseId))], tx)).map(({ id, title }) => [
        id,
        title,
      ]),
    )
    for (const { userId, courseId, lessonId, deadline: at } of long) {
      const lessonTitle = titles.get(lessonId)
      // Who cannot open a draft, or a course whose purchase was refunded, is not told.
      if (lessonTitle === undefined || !(await learning.isEnrolled(userId, courseId, tx))) continue
      const data = {
        courseId,
        courseTitle: courses.get(courseId) ?? '',
        lessonId,
        lessonTitle,
        at: at?.toISOString() ?? '',
      }
      await notify(tx, { kind: 'deadline', userId, data, subjectId: lessonId })
    }
  })
}

/** Whether the attempt that was told of still runs. */
export async function isStillOpen(
  tx: Tx,
  { clock }: AssessmentDeps,
  userId: string,
  { lessonId }: { lessonId: string },
): Promise<boolean> {
  const isRunning = and(isNull(quizAttempts.submittedAt), gt(quizAttempts.deadline, clock.now()))
  const isOfThis = and(eq(quizAttempts.userId, userId), eq(quizAttempts.lessonId, lessonId))
  return (await tx.$count(quizAttempts, and(isOfThis, isRunning))) > 0
}
