import { eq, getTableName, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lessons } from '#server/catalog/tables.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { completions, enrollments, studyDays } from '#server/learning/tables.ts'
import { progressTables } from './prepare-lesson-deletion.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

/** Tables whose rows the deletion of a lesson deletes or changes by their foreign key, and why it may. */
const leftToForeignKeys: Record<string, string> = {
  content_captions: 'a row per language',
  content_files: 'a few files',
  content_versions: 'a row per save of staff',
  quiz_revisions: 'a row per save of staff',
  quizzes: 'one row',
  assignments: 'one row',
  exercises: 'one row',
  meetings: 'the few that it is the recording of',
  course_questions: 'those of a part of its students',
  quiz_attempts: 'a row or more per student, in one statement: not measured with as many students as progress was',
  submissions: 'a row or more per student, in one statement: not measured with as many students as progress was',
  exercise_work: 'a row per student, in one statement: not measured with as many students as progress was',
}

test('every table that refers to lessons is cleared before one is deleted, or has a reason why not', async () => {
  const { rows } = await site.database.query.execute<{ name: string }>(
    sql`select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'contents'::regclass`,
  )
  // The last lesson of an enrolment is cleared by `clearLastLesson`.
  const known = [...progressTables.map(getTableName), getTableName(enrollments), ...Object.keys(leftToForeignKeys)]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})

/** Five students who did everything in two lessons. */
async function studied(): Promise<{ course: MadeCourse; students: SignedIn[]; lesson: string; other: string }> {
  const course = await site.createCourse({ lessons: 2 })
  const students = await Promise.all(Array.from({ length: 5 }, () => site.createStudent()))
  for (const student of students) {
    await site.enroll(student, course)
    for (const lessonId of course.lessonIds) {
      const path = `/courses/${course.id}/content/${lessonId}`
      const responses = [
        await site.call('PUT', `${path}/completion`, { token: student.token }),
        await site.call('PUT', `${path}/position`, {
          token: student.token,
          body: { reached: 10, notedAt: site.clock.now().toISOString() },
        }),
        await site.call('PUT', `${path}/note`, { token: student.token, body: { text: 'Catatan', version: 0 } }),
      ]
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    }
  }
  const [lesson = '', other = ''] = course.lessonIds
  return { course, students, lesson, other }
}

/** Rows in each table of progress. */
const countsOf = (lessonId: string) =>
  Promise.all(progressTables.map((table) => site.database.query.$count(table, eq(table.lessonId, lessonId))))

test('deleting a lesson deletes what its students did in it, and nothing of the other lesson', async () => {
  const { course, lesson, other } = await studied()
  expect(await countsOf(lesson)).toEqual([5, 5, 5, 5])
  expect(
    (
      await site.call('DELETE', `/courses/${course.id}/delete-content/${lesson}`, {
        token: (await site.createAdmin()).token,
      })
    ).status,
  ).toBe(200)
  expect([await countsOf(lesson), await countsOf(other)]).toEqual([
    [0, 0, 0, 0],
    [5, 5, 5, 5],
  ])
})

test('progress is deleted in several statements, however many rows there are, and no enrolment is changed', async () => {
  const { course, students, lesson, other } = await studied()
  await site.database.transaction(async (tx) => {
    await tx.update(lessons).set({ isBeingDeleted: true }).where(eq(lessons.id, lesson))
    await site.app.modules.learning.deleteLessonProgress(tx, { courseId: course.id, lessonId: lesson }, 2)
    // Unchanged rows are not locked.
    const ofStudents = inArray(
      enrollments.userId,
      students.map(({ id }) => id),
    )
    expect(await tx.select({ lessons: enrollments.completedLessons }).from(enrollments).where(ofStudents)).toEqual(
      students.map(() => ({ lessons: 2 })),
    )
  })
  expect([await countsOf(lesson), await countsOf(other)]).toEqual([
    [0, 0, 0, 0],
    [5, 5, 5, 5],
  ])
})

test('lessons with the same students are deleted at once, in however many statements and in whatever order their rows are', async () => {
  const students = []
  for (let made = 0; made < 20; made++) students.push((await site.createStudent()).id)
  const deletions = []
  for (const userIds of [students.toSorted(), students.toSorted().toReversed()]) {
    const course = await site.createCourse({ lessons: 1 })
    const [lessonId = ''] = course.lessonIds
    for (const userId of userIds) {
      await site.enroll({ id: userId }, course)
      await site.database.query
        .insert(completions)
        .values({ userId, courseId: course.id, lessonId, completedAt: site.clock.now() })
    }
    deletions.push(() =>
      site.database.transaction((tx) =>
        site.app.modules.learning.deleteLessonProgress(tx, { courseId: course.id, lessonId }, 1),
      ),
    )
  }
  await Promise.all(deletions.map((run) => run()))
  const kept = await site.database.query.$count(studyDays, inArray(studyDays.userId, students))
  expect(kept).toBe(20)
})

test('an interrupted deletion changes nothing', async () => {
  const { course, lesson } = await studied()
  await site.database.query.execute(
    sql`create function fail_deletion() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$`,
  )
  await site.database.query.execute(
    sql`create trigger fail_deletion before delete on contents for each row when (old.id = ${sql.raw(`'${lesson}'`)}) execute function fail_deletion()`,
  )
  expect(
    (
      await site.call('DELETE', `/courses/${course.id}/delete-content/${lesson}`, {
        token: (await site.createAdmin()).token,
      })
    ).status,
  ).toBe(500)
  expect(site.unexpectedErrors.splice(0)).toHaveLength(1)
  expect(await countsOf(lesson)).toEqual([5, 5, 5, 5])
  expect(
    await site.database.query
      .select({ isBeingDeleted: lessons.isBeingDeleted })
      .from(lessons)
      .where(eq(lessons.id, lesson)),
  ).toEqual([{ isBeingDeleted: false }])
})
