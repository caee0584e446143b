import { asc, eq } from 'drizzle-orm'
import type { CourseFigures, FigurePeriod } from '#contract/catalog/course-figures.ts'
import { jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { percentDone } from '#contract/kit/format/percent.ts'
import { findOwnCourse, lessons, teachersWith, type Catalog, type CourseRow } from '#server/catalog/index.ts'
import type { Commerce } from '#server/commerce/index.ts'
import { listAdmins } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'
import { bindDeps } from '#server/platform/bind-deps.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { readFiguresBySubject, readTotalFigures, type FigureKind } from '#server/platform/figures/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

type Deps = {
  database: Database
  clock: Clock
  catalog: Pick<Catalog, 'views'>
  learning: Pick<Learning, 'countLessonsOf'>
  commerce: Pick<Commerce, 'countOrdersOf'>
}
export type CourseFiguresModule = ReturnType<typeof courseFiguresModule>

export const courseFiguresModule = (deps: Deps) => bindDeps(deps, { show: showCourseFigures })

/** How a course is looked at, bought and studied; null for who may not change it. */
async function showCourseFigures(
  deps: Deps,
  viewer: Viewer,
  { id: courseId, days }: { id: string; days: FigurePeriod },
): Promise<CourseFigures | null> {
  const { query } = deps.database
  const course = await findOwnCourse(query, viewer, courseId, 'edit')
  if (!course) return null
  const since = days === 'all' ? null : jakartaDay(new Date(deps.clock.now().getTime() - (Number(days) - 1) * dayMs))
  const rows = await query
    .select({ id: lessons.id })
    .from(lessons)
    .where(eq(lessons.courseId, courseId))
    .orderBy(asc(lessons.position))
  const lessonIds = rows.map(({ id }) => id)
  const ofCourse = await readFigures(deps, ['views', 'checkouts', 'sold'], [courseId], since)
  const ofLessons = await readFigures(deps, ['opened', 'finished', 'questions'], lessonIds, since)
  const staff = await readStaffFigures(deps, course, since)
  return {
    views: atLeastZero(ofCourse('views', courseId) + deps.catalog.views.waitingOf(courseId)),
    checkouts: atLeastZero(ofCourse('checkouts', courseId) - staff.checkouts),
    paid: atLeastZero(ofCourse('sold', courseId) - staff.paid),
    lessons: lessonIds.map((lessonId) => {
      const finished = atLeastZero(ofLessons('finished', lessonId) - staff.finishedOf(lessonId))
      // Completions of an older version have no opening.
      const opened = Math.max(finished, ofLessons('opened', lessonId) - staff.openedOf(lessonId))
      const questions = ofLessons('questions', lessonId)
      return { contentId: lessonId, opened, finished, questions, percent: percentDone(finished, opened) }
    }),
  }
}

const atLeastZero = (figure: number): number => Math.max(0, figure)

type ReadFigure = (kind: FigureKind, subject: string) => number

async function readFigures(
  { database: { query } }: Deps,
  kinds: readonly FigureKind[],
  subjects: readonly string[],
  since: string | null,
): Promise<ReadFigure> {
  if (subjects.length === 0) return () => 0
  const rows = await (since === null
    ? readTotalFigures(query, kinds, subjects)
    : readFiguresBySubject(query, kinds, { subjects, since }))
  const values = new Map(rows.map(({ kind, subject, value }) => [`${kind} ${subject}`, value]))
  return (kind, subject) => values.get(`${kind} ${subject}`) ?? 0
}

/** The part of the figures that is of admins and of those who teach the course now. */
async function readStaffFigures({ database, learning, commerce }: Deps, course: CourseRow, since: string | null) {
  const admins = (await listAdmins(database.query)).map(({ id }) => id)
  const userIds = [...new Set([...admins, ...teachersWith(course, 'teach')])]
  const from = since === null ? new Date(0) : jakartaMidnight(since)
  const studied = await learning.countLessonsOf({ courseId: course.id, userIds, since: from })
  const sum = (lessonId: string, part: 'opened' | 'finished') =>
    studied.filter((row) => row.lessonId === lessonId).reduce((total, row) => total + row[part], 0)
  return {
    ...(await commerce.countOrdersOf({ itemId: course.id, userIds, since: from })),
    openedOf: (lessonId: string) => sum(lessonId, 'opened'),
    finishedOf: (lessonId: string) => sum(lessonId, 'finished'),
  }
}
