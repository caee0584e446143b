import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CourseOutline } from '#contract/catalog/course-chapters.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

type Groups = CourseOutline['chapters']
type Lesson = { _id: string; chapterId: string | null }
const nothing = '00000000-0000-7000-8000-000000000000'
const call = (method: string, path: string, body?: object) =>
  site.call(method, path, { token: instructor.token, ...(body ? { body } : {}) })
const staffView = async (courseId: string) => (await call('GET', `/admin/courses/${courseId}`)).body.data
const putOutline = (courseId: string, outline: object) => call('PUT', `/courses/${courseId}/outline`, outline)

/** The outline as staff see it, from the chapters and from each lesson's chapter. */
async function outlineOf(courseId: string): Promise<Groups> {
  const { chapters, details } = await staffView(courseId)
  const ids: (string | null)[] = [null, ...chapters.map(({ _id }: { _id: string }) => _id)]
  return ids.map((_id) => ({
    _id,
    contentIds: details.filter((lesson: Lesson) => lesson.chapterId === _id).map((lesson: Lesson) => lesson._id),
  }))
}

async function makeChapters(lessons = 3) {
  const course = await site.createCourse({ instructorId: instructor.id, lessons })
  const chapterIds: string[] = []
  for (const title of ['Bab satu', 'Bab dua'])
    chapterIds.push((await call('POST', `/courses/${course.id}/chapters`, { title })).body.data._id)
  return { ...course, first: chapterIds[0] ?? '', chapterIds }
}

test('any order and membership is saved as it was sent', async () => {
  const { id, lessonIds, chapterIds } = await makeChapters(6)
  const outlines = fc.record({
    order: fc.shuffledSubarray(chapterIds, { minLength: chapterIds.length }),
    lessons: fc.shuffledSubarray(lessonIds, { minLength: lessonIds.length }),
    places: fc.array(fc.nat({ max: chapterIds.length }), {
      minLength: lessonIds.length,
      maxLength: lessonIds.length,
    }),
  })
  await fc.assert(
    fc.asyncProperty(outlines, async ({ order, lessons, places }) => {
      const groups = [null, ...order].map((_id, place) => ({
        _id,
        contentIds: lessons.filter((_, index) => places[index] === place),
      }))
      const { version } = await staffView(id)
      const response = await putOutline(id, { version, chapters: groups })
      expect([response.status, response.body.data]).toEqual([200, { version: version + 1, chapters: groups }])
      expect(await outlineOf(id)).toEqual(groups)
      const flat = (await staffView(id)).details.map(({ _id }: { _id: string }) => _id)
      expect(flat).toEqual(groups.flatMap((group) => group.contentIds))
    }),
    { numRuns: 30 },
  )
})

test('an outline that does not name every chapter and lesson of the course exactly once is rejected and changes nothing', async () => {
  const { id, lessonIds } = await makeChapters(4)
  const other = await makeChapters()
  const before = await outlineOf(id)
  const { version } = await staffView(id)
  const foreign = fc.constantFrom(other.lessonIds[0] ?? '', nothing, 'bukan-id', '', '__proto__')
  const lesson = fc.constantFrom(...lessonIds)
  const group = fc.nat({ max: 2 })
  const changes: fc.Arbitrary<(groups: Groups) => Groups>[] = [
    lesson.map(
      (left) => (groups) =>
        groups.map(({ _id, contentIds: ids }) => ({ _id, contentIds: ids.filter((known) => known !== left) })),
    ),
    fc.tuple(lesson, group).map(([again, at]) => change(at, (ids) => [...ids, again])),
    fc.tuple(foreign, group).map(([extra, at]) => change(at, (ids) => [...ids, extra])),
    fc.constantFrom(1, 2).map((left) => (groups) => groups.toSpliced(left, 1)),
    fc.nat({ max: 2 }).map((again) => (groups) => [...groups, { _id: groups[again]?._id ?? null, contentIds: [] }]),
    fc.constantFrom(other.first, nothing, 'bukan-id').map((_id) => (groups) => [...groups, { _id, contentIds: [] }]),
  ]
  await fc.assert(
    fc.asyncProperty(fc.oneof(...changes), async (damage) => {
      const response = await putOutline(id, { version, chapters: damage(before) })
      expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([422, ['chapters']])
      expect([await outlineOf(id), (await staffView(id)).version]).toEqual([before, version])
    }),
    { numRuns: 60 },
  )
})

const change =
  (at: number, work: (lessonIds: string[]) => string[]) =>
  (groups: Groups): Groups =>
    groups.map((group, index) => (index === at ? { ...group, contentIds: work(group.contentIds) } : group))
