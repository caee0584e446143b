import type { ListStaffCoursesInput, StaffCourse, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import {
  listLessons,
  listChapters,
  findInstructorShares,
  type CourseRow,
  findOwnCourse,
} from '#server/catalog/index.ts'
import { presentStaffCourse, presentStaffCourseDetail } from '#server/catalog/authoring/present-staff.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { codePainter } from '#server/platform/code-colours/index.ts'
import { countQuestions } from '#server/assessment/index.ts'
import { describeReview } from '#server/catalog/authoring/review/describe-review.ts'
import { listWaitingOf } from '#server/catalog/authoring/review/find-reviews.ts'
import { listExerciseProblems } from '#server/exercises/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { listStaffCourses } from './list-staff-courses.ts'
import { readCourseFigures } from './read-course-figures.ts'

async function present(
  { database, identity }: AuthoringDeps,
  { id: viewerId }: Viewer,
  rows: readonly CourseRow[],
): Promise<StaffCourse[]> {
  const ids = rows.map(({ id }) => id)
  const shares = await findInstructorShares(database.query, ids)
  const waiting = await listWaitingOf(database.query, ids)
  const earners = [...shares.values()].flat().map(({ userId }) => userId)
  const teachers = rows.flatMap((row) => [row.instructorId, ...row.teachers.map(({ userId }) => userId)])
  const people = await identity.findUserProfiles([...teachers, ...earners])
  return rows.map((row) =>
    presentStaffCourse(row, {
      people,
      shares: shares.get(row.id) ?? [],
      viewerId,
      isInReview: waiting.has(row.id),
    }),
  )
}

export async function listCourses(
  deps: AuthoringDeps,
  staff: Viewer,
  input: ListStaffCoursesInput,
): Promise<{ courses: StaffCourse[]; total: number }> {
  const { rows, total } = await listStaffCourses(deps.database.query, staff, input)
  return { courses: await present(deps, staff, rows), total }
}

export async function showCourse(deps: AuthoringDeps, staff: Viewer, courseId: string): Promise<StaffCourse | null> {
  const row = await findOwnCourse(deps.database.query, staff, courseId, 'teach')
  return row && ((await present(deps, staff, [row]))[0] ?? null)
}

export async function showCourseDetail(
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, ...options }: { courseId: string; withText: boolean },
): Promise<StaffCourseDetail | null> {
  const { query } = deps.database
  const row = await findOwnCourse(query, staff, courseId, 'teach')
  const [shown] = row ? await present(deps, staff, [row]) : []
  if (!row || !shown) return null
  const lessons = await listLessons(query, courseId)
  const outline = { chapters: await listChapters(query, courseId), lessons }
  const quizIds = lessons.filter(({ type }) => type === 'quiz').map(({ id }) => id)
  const questionCounts = await countQuestions(query, quizIds)
  const exerciseIds = lessons.filter(({ type }) => type === 'code').map(({ id }) => id)
  const exerciseProblems = await listExerciseProblems(query, exerciseIds)
  const counted = {
    certificateCount: await deps.certificates.countOf([courseId]),
    figures: await readCourseFigures(query, courseId),
    ...(await describeReview(deps, staff, courseId)),
  }
  const bodies = lessons.flatMap(({ bodyHtml }) => bodyHtml ?? [])
  const show = options.withText ? await codePainter(deps, staff.id, bodies) : null
  return presentStaffCourseDetail(row, shown, outline, { show, questionCounts, exerciseProblems, ...counted })
}
