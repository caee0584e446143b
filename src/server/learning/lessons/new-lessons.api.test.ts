import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

/** A student who finished a course of two lessons a minute ago. */
beforeEach(async () => {
  course = await site.createCourse({ instructorId: instructor.id, lessons: 2 })
  student = await site.createStudent()
  await site.enroll(student, course)
  site.clock.advance(minuteMs)
  for (const lessonId of course.lessonIds) await complete(lessonId)
  site.clock.advance(minuteMs)
})

const complete = (lessonId: string, method = 'PUT') =>
  site.call(method, `/courses/${course.id}/content/${lessonId}/completion`, { token: student.token })
const shown = async ({ token } = student) => (await site.call('GET', `/courses/${course.id}`, { token })).body.data
const newIds = (contents: { _id: string; isNew?: boolean }[]) =>
  contents.filter(({ isNew }) => isNew === true).map(({ _id }) => _id)
async function enrolledCourse() {
  const { data } = (await site.call('GET', '/courses/enrolled', { token: student.token })).body
  return data.find(({ _id }: { _id: string }) => _id === course.id)
}
async function addLesson(): Promise<string> {
  const body = { courseId: course.id, title: 'Susulan', type: 'text', text: '<p>Susulan</p>' }
  return (await site.call('POST', '/courses/content/create', { token: instructor.token, body })).body.data._id
}

test('a lesson that is added after a student finished is new to that student, in every list, until it is completed', async () => {
  expect([newIds((await shown()).details), newIds((await enrolledCourse()).details)]).toEqual([[], []])
  const added = await addLesson()
  const { _id } = (
    await site.call('POST', `/courses/${course.id}/chapters`, { token: instructor.token, body: { title: 'Bab' } })
  ).body.data
  const outline = [{ _id, contentIds: [...course.lessonIds, added] }]
  await site.call('PUT', `/courses/${course.id}/outline`, { token: instructor.token, body: { chapters: outline } })
  const { details, chapters } = await shown()
  expect([newIds(details), newIds(chapters[0].contents), newIds((await enrolledCourse()).details)]).toEqual([
    [added],
    [added],
    [added],
  ])
  const chapter = { _id, title: 'Bab', lessonCount: 3 }
  expect((await enrolledCourse()).chapters).toEqual([{ ...chapter, lessonsCompleted: 2 }])
  await complete(added)
  expect([newIds((await shown()).details), newIds((await enrolledCourse()).details)]).toEqual([[], []])
  expect((await enrolledCourse()).chapters).toEqual([{ ...chapter, lessonsCompleted: 3 }])
})

test('it is not new to students who have not finished, to staff and to visitors', async () => {
  await addLesson()
  const other = await site.createStudent()
  await site.enroll(other, course)
  expect(newIds((await shown(other)).details)).toEqual([])
  expect(newIds((await shown(instructor)).details)).toEqual([])
  expect(newIds((await site.call('GET', `/courses/${course.id}/overview`)).body.data.details)).toEqual([])
})

test('certificate and finish date stay, also when a new lesson is completed and uncompleted', async () => {
  const { finishedAt } = (await shown()).viewer
  const issued = (
    await site.call('POST', `/courses/${course.id}/certificate`, {
      token: student.token,
      body: { name: 'Nama Lengkap' },
    })
  ).body.data
  const added = await addLesson()
  const state = async () => [
    (await shown()).viewer.finishedAt,
    (await shown()).viewer.certificateId,
    (await enrolledCourse()).certificateAvailable,
  ]
  expect(await state()).toEqual([finishedAt, issued._id, true])
  await complete(added)
  expect(await state()).toEqual([finishedAt, issued._id, true])
  await complete(added, 'DELETE')
  expect(await state()).toEqual([finishedAt, issued._id, true])
  expect(newIds((await shown()).details)).toEqual([added])
})

test('uncompleting a lesson that belonged to the finished course still resets the finish', async () => {
  await addLesson()
  await complete(course.lessonIds[0] ?? '', 'DELETE')
  expect((await shown()).viewer.finishedAt).toBeNull()
  expect(newIds((await shown()).details)).toEqual([])
})

describe('a finish that was reset by uncompleting a lesson', () => {
  const [first, second] = [0, 1] as const
  const lesson = (index: number) => course.lessonIds[index] ?? ''
  const setStatus = (lessonId: string, status: string) =>
    site.call('PATCH', `/courses/${course.id}/content/${lessonId}/status`, {
      token: instructor.token,
      body: { status },
    })
  const remove = (lessonId: string) =>
    site.call('DELETE', `/courses/${course.id}/delete-content/${lessonId}`, { token: instructor.token })
  const state = async () => [
    (await shown()).viewer.finishedAt,
    (await enrolledCourse()).certificateAvailable,
    newIds((await shown()).details),
  ]
  /** The lesson that was added after the finish, and the date of the finish, which is lost now. */
  async function resetFinish(): Promise<{ added: string; finishedAt: string }> {
    const { finishedAt } = (await shown()).viewer
    const added = await addLesson()
    site.clock.advance(minuteMs)
    await complete(lesson(first), 'DELETE')
    expect(await state()).toEqual([null, false, []])
    site.clock.advance(minuteMs)
    return { added, finishedAt }
  }

  test('is back with its date once all that it was based on is completed again, and later lessons are new again', async () => {
    const { added, finishedAt } = await resetFinish()
    await complete(lesson(second), 'DELETE')
    await complete(lesson(first))
    expect(await state()).toEqual([null, false, []])
    await complete(lesson(second))
    expect(await state()).toEqual([finishedAt, true, [added]])
  })

  test('is back with its date as well when the lessons added later were completed in between', async () => {
    const { added, finishedAt } = await resetFinish()
    await complete(added)
    await complete(lesson(first))
    expect(await state()).toEqual([finishedAt, true, []])
  })

  test('is back after changes that were made offline', async () => {
    const { added, finishedAt } = await resetFinish()
    const markedAt = site.clock.now().toISOString()
    const changes = [{ contentId: lesson(first), completed: true, markedAt }]
    const body = { changes }
    await site.call('POST', `/courses/${course.id}/completions`, { token: student.token, body })
    expect(await state()).toEqual([finishedAt, true, [added]])
  })

  test.each([
    ['was deleted', remove],
    ['became a draft', (lessonId: string) => setStatus(lessonId, 'draft')],
  ])('is back when the uncompleted lesson %s', async (_, takeAway) => {
    const { added, finishedAt } = await resetFinish()
    await takeAway(lesson(first))
    expect(await state()).toEqual([finishedAt, true, [added]])
  })

  test('does not come back when nothing of it is left', async () => {
    await resetFinish()
    await complete(lesson(second), 'DELETE')
    for (const lessonId of course.lessonIds) await remove(lessonId)
    expect((await shown()).viewer.finishedAt).toBeNull()
  })
})
