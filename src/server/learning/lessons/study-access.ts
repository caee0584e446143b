import { and, eq, isNull, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { QueryBuilder, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { LessonType, CoursePace } from '#contract/catalog/catalog.ts'
import { canManageCourse, type Catalog, type LessonKey, type Teacher } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { groupOfNamed, groupStart, type GroupStart } from '#server/groups/index.ts'
import { refused } from '#server/platform/outcomes.ts'
import { lessonClosed, lessonClosure, type NotOpen } from './lesson-closure.ts'
import { completions, enrollments } from '#server/learning/tables.ts'

// Decides whether a student may work on a lesson, for modules above whose lessons are completed by a result, such as a passed quiz.

/** For queries of other modules with a student and a course: whether the student is enrolled. */
export const enrollmentSql = {
  isActive: (userId: AnyPgColumn, courseId: AnyPgColumn): SQL<boolean> =>
    sql<boolean>`exists (select 1 from ${enrollments} where ${and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt))})`,
}

type StudyOutcome = { outcome: 'open'; type: LessonType } | NotOpen

type StudyDeps = { database: Database; catalog: Catalog; clock: Clock }

/** A lesson and what decides the student's access to it, as a part of a larger query that `decideStudy` reads. No row for a lesson that does not exist. */
export function studySql({ catalog }: Pick<StudyDeps, 'catalog'>, { courseId, lessonId }: LessonKey, viewer: Viewer) {
  const lesson = catalog.lessonToOpenSql(courseId, lessonId)
  const hasCompleted = (id: AnyColumn | SQL.Aliased) =>
    sql<boolean>`exists (select 1 from ${completions} where ${completions.userId} = ${viewer.id} and ${completions.lessonId} = ${id})`
  return new QueryBuilder()
    .select({
      type: lesson.type,
      isPreview: lesson.isPreview,
      dripDays: lesson.dripDays,
      previousId: lesson.previousId,
      pace: lesson.pace,
      cohortsSince: lesson.cohortsSince,
      status: lesson.status,
      instructorId: lesson.instructorId,
      teachers: lesson.teachers,
      /** Null: not enrolled. */
      grantedAt: enrollments.grantedAt,
      endsAt: enrollments.endsAt,
      openedDays: enrollments.openedDays,
      ...groupStart.named,
      isCompleted: hasCompleted(lesson.contentId).as('is_completed'),
      isPreviousCompleted: hasCompleted(lesson.previousId).as('is_previous_completed'),
    })
    .from(lesson)
    .leftJoin(
      enrollments,
      and(eq(enrollments.userId, viewer.id), eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt)),
    )
    .leftJoin(groupStart.table, eq(groupStart.id, enrollments.groupId))
    .as('study')
}

export type StudyRow = {
  type: LessonType
  isPreview: boolean
  dripDays: number | null
  previousId: string | null
  pace: CoursePace
  cohortsSince: Date | null
  status: string
  instructorId: string
  teachers: Teacher[]
  grantedAt: Date | null
  endsAt: Date | null
  openedDays: number | null
  groupKind: GroupStart['kind'] | null
  groupStartsOn: string | null
  groupOpenedDays: number | null
  isGroupCancelled: boolean
  isCompleted: boolean
  isPreviousCompleted: boolean
}

/** True when a student may work on a lesson now. Unlike showing it, this needs an enrolment, also of previews and of staff. */
export function decideStudy(
  { clock }: Pick<StudyDeps, 'clock'>,
  viewer: Viewer,
  { lessonId, study }: { lessonId: string; study: StudyRow | undefined },
): StudyOutcome {
  if (!study) return refused('not-found')
  const canManage = canManageCourse(viewer, study, 'teach')
  const { grantedAt, endsAt, openedDays, previousId } = study
  if (!grantedAt) return refused(study.status === 'published' || canManage ? 'not-enrolled' : 'not-found')
  const isCompleted = (id: string) => (id === lessonId ? study.isCompleted : study.isPreviousCompleted)
  const closure = canManage
    ? null
    : lessonClosure({ ...study, id: lessonId }, previousId, {
        course: study,
        right: { grantedAt, endsAt, openedDays, group: groupOfNamed(study) },
        now: clock.now(),
        isCompleted,
      })
  return closure ? lessonClosed(lessonId, closure) : { outcome: 'open', type: study.type }
}

/** The same, in a query of its own. */
export async function findLessonToStudy(deps: StudyDeps, key: LessonKey, viewer: Viewer): Promise<StudyOutcome> {
  const study = studySql(deps, key, viewer)
  const [row] = await deps.database.query.select().from(study)
  return decideStudy(deps, viewer, { lessonId: key.lessonId, study: row })
}
