import { and, asc, eq, gt, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { jakartaMidnight } from '#contract/kit/days.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import { groupStart } from '#server/groups/index.ts'
import type { Notice, Notify } from '#server/notifications/index.ts'
import { dayOf, isoDay, mondayOf } from '#server/learning/lessons/jakarta-days.ts'
import { completions, enrollments, studyDays, weeklyGoals } from './tables.ts'
import { runDailyRound } from './daily-round.ts'

type Deps = { database: Database; clock: Clock; catalog: Catalog; notify: Notify }

const peoplePerStep = 200
/** Lessons open at midnight, and people sleep. */
const openingsHour = 7
/** Late enough that the day is known, and early enough to study. */
const goalsHour = 16

export type Reminders = ReturnType<typeof remindersModule>

/** Tells once a day whose next chapter opens today, and who still reaches the goal of the week by studying every day from now on. */
export function remindersModule(deps: Deps) {
  const { database, clock } = deps
  return {
    async runDueWork(): Promise<void> {
      const now = clock.now()
      const today = dayOf(now)
      const hour = (now.getTime() - jakartaMidnight(isoDay(today)).getTime()) / hourMs
      if (hour >= openingsHour)
        await runDailyRound(database, { name: 'lesson-open', day: isoDay(today) }, (tx, after) =>
          tellOpenings(tx, deps, today, after),
        )
      if (hour >= goalsHour)
        await runDailyRound(database, { name: 'goal-at-risk', day: isoDay(today) }, (tx, after) =>
          tellGoals(tx, deps, today, after),
        )
    },
  }
}

/** The place is a chapter and the last student who was told of it. */
async function tellOpenings(
  tx: Tx,
  { catalog, notify }: Deps,
  today: number,
  after: string | null,
): Promise<string | null> {
  const [lastChapter = null, lastStudent = null] = after?.split(' ') ?? []
  const chapter = await catalog.findNextDripChapter(tx, lastChapter, { inclusive: lastStudent !== null })
  if (!chapter) return null
  const from = jakartaMidnight(isoDay(today - chapter.dripDays))
  const { userId, courseId, grantedAt, revokedAt } = enrollments
  const { startsOn, cancelledAt, openedDays } = groupStart.columns
  // As in `lessonClosure`.
  const daysOpenBefore = sql`greatest(${enrollments.openedDays}, ${openedDays}, -1)`
  const students = await tx
    .select({ userId, finishedAt: enrollments.finishedAt })
    .from(enrollments)
    .leftJoin(groupStart.table, eq(groupStart.id, enrollments.groupId))
    .where(
      and(
        eq(courseId, chapter.courseId),
        isNull(revokedAt),
        or(
          and(eq(startsOn, isoDay(today - chapter.dripDays)), isNull(cancelledAt)),
          and(
            // A cancelled cohort counts no days, and while the course has cohorts its members wait for another one.
            chapter.cohortsSince
              ? isNull(enrollments.groupId)
              : or(isNull(enrollments.groupId), isNotNull(cancelledAt)),
            gte(grantedAt, from),
            lt(grantedAt, new Date(from.getTime() + dayMs)),
            chapter.cohortsSince ? lt(grantedAt, chapter.cohortsSince) : undefined,
          ),
        ),
        lt(daysOpenBefore, chapter.dripDays),
        sql`not exists (select 1 from ${completions} where ${completions.userId} = ${userId} and ${completions.lessonId} = ${chapter.lessonId})`,
        lastStudent !== null && chapter.id === lastChapter ? gt(userId, lastStudent) : undefined,
      ),
    )
    .orderBy(asc(userId))
    .limit(peoplePerStep)
  const { courseTitle, lessonId, lessonTitle } = chapter
  const data = { courseId: chapter.courseId, courseTitle, lessonId, lessonTitle }
  await notify(
    tx,
    ...students
      .filter(({ finishedAt }) => finishedAt === null)
      .map((student): Notice => ({ kind: 'lesson-open', userId: student.userId, data, subjectId: lessonId })),
  )
  return students.length < peoplePerStep ? chapter.id : `${chapter.id} ${students.at(-1)?.userId}`
}

/** Told on the first day on which the goal needs every day that is left. */
async function tellGoals(tx: Tx, { notify }: Deps, today: number, after: string | null): Promise<string | null> {
  const monday = mondayOf(today)
  const daysLeft = 7 - (today - monday)
  const since = sql`${isoDay(monday)}::date`
  const { rows } = await tx.execute<{ userId: string; days: number | null; active: number; isActiveNow: boolean }>(sql`
    select g.user_id as "userId", g.days, count(d.day)::int as active,
      coalesce(bool_or(d.day >= ${isoDay(today - 1)}::date), false) as "isActiveNow"
    from (
      select distinct on (user_id) user_id, days from ${weeklyGoals} where ${after === null ? sql`true` : sql`user_id > ${after}::uuid`}
      order by user_id, starts_on desc limit ${peoplePerStep}
    ) g
    left join lateral (
      select jakarta_day(completed_at) as day from ${completions} where user_id = g.user_id and jakarta_day(completed_at) >= ${since}
      union select day from ${studyDays} where user_id = g.user_id and day >= ${since}
    ) d on true
    group by g.user_id, g.days order by g.user_id`)
  const atRisk = rows.flatMap(({ userId, days, active, isActiveNow }) => {
    const left = (days ?? 0) - active
    return left > 0 && left === daysLeft && !isActiveNow ? [{ userId, left }] : []
  })
  await notify(tx, ...atRisk.map(({ userId, left }): Notice => ({ kind: 'goal-at-risk', userId, data: { left } })))
  return rows.length < peoplePerStep ? null : (rows.at(-1)?.userId ?? null)
}
