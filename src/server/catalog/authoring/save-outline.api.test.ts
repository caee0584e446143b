import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('PUT /courses/{id}/outline', () => {
  test('the second of two saves that started from one version is rejected with 409 and changes nothing', async () => {
    const { id, lessonIds } = await makeChapters()
    const { version } = await staffView(id)
    const [none, ...chapters] = await outlineOf(id)
    const turned = [{ _id: null, contentIds: lessonIds.toReversed() }, ...chapters]
    expect((await putOutline(id, { version, chapters: turned })).status).toBe(200)
    expect(await putOutline(id, { version, chapters: [none, ...chapters] })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
    expect(await outlineOf(id)).toEqual(turned)
  })

  test('a lesson that its own form moved to another chapter makes an older outline stale; any other save does not', async () => {
    const { id, lessonIds, first } = await makeChapters()
    const [lessonId = ''] = lessonIds
    const save = (change: object) =>
      call('PUT', `/courses/${id}/update-content/${lessonId}`, {
        title: 'Judul baru',
        type: 'text',
        text: '<p>Isi</p>',
        ...change,
      })
    const { version } = await staffView(id)
    const before = await outlineOf(id)
    expect([(await save({})).status, (await save({ chapterId: null })).status]).toEqual([200, 200])
    expect((await staffView(id)).version).toBe(version)
    expect((await save({ chapterId: first })).status).toBe(200)
    const moved = await outlineOf(id)
    expect(moved).not.toEqual(before)
    expect(await putOutline(id, { version, chapters: before })).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(await outlineOf(id)).toEqual(moved)
  })

  test('an order that a client without chapters saved makes an older outline stale', async () => {
    const { id, lessonIds } = await makeChapters()
    const { version } = await staffView(id)
    const before = await outlineOf(id)
    expect((await call('PUT', `/courses/${id}/content-order`, { contentIds: lessonIds.toReversed() })).status).toBe(200)
    expect(await putOutline(id, { version, chapters: before })).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect((await outlineOf(id))[0]).toEqual({ _id: null, contentIds: lessonIds.toReversed() })
  })

  test.each([
    [{}, 'Susunan wajib diisi'],
    [{ chapters: 'x' }, 'Susunan wajib diisi'],
    [{ chapters: [{ _id: 7, contentIds: [] }] }, 'Susunan tidak valid'],
    [{ chapters: [{ _id: null, contentIds: 'x' }] }, 'Susunan tidak valid'],
    [{ chapters: [{ _id: null, contentIds: [null] }] }, 'Susunan tidak valid'],
    [{ chapters: Array.from({ length: 102 }, () => ({ _id: null, contentIds: [] })) }, 'Susunan tidak valid'],
  ])('%o is rejected', async (body, message) => {
    const { id } = await makeChapters()
    const response = await putOutline(id, body)
    expect([response.status, Object.values(response.body.errors)]).toEqual([422, [message]])
  })

  test('lessons in another order, in other chapters, and chapters in another order are saved as they were sent', async () => {
    const { id, lessonIds, chapterIds } = await makeChapters(6)
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = lessonIds
    const [first = '', second = ''] = chapterIds
    const outlines: Groups[] = [
      [
        { _id: null, contentIds: [f, a] },
        { _id: second, contentIds: [c] },
        { _id: first, contentIds: [e, d, b] },
      ],
      [
        { _id: null, contentIds: [] },
        { _id: first, contentIds: [] },
        { _id: second, contentIds: [b, f, d, a, c, e] },
      ],
      [
        { _id: null, contentIds: [e, c, a] },
        { _id: first, contentIds: [f, b, d] },
        { _id: second, contentIds: [] },
      ],
    ]
    for (const groups of outlines) {
      const { version } = await staffView(id)
      const response = await putOutline(id, { version, chapters: groups })
      expect([response.status, response.body.data]).toEqual([200, { version: version + 1, chapters: groups }])
      expect(await outlineOf(id)).toEqual(groups)
      const flat = (await staffView(id)).details.map(({ _id }: { _id: string }) => _id)
      expect(flat).toEqual(groups.flatMap((group) => group.contentIds))
    }
  })

  test('an outline that does not name every chapter and lesson of the course exactly once is rejected and changes nothing', async () => {
    const { id, lessonIds } = await makeChapters(4)
    const other = await makeChapters()
    const before = await outlineOf(id)
    const { version } = await staffView(id)
    const [none, ...chapters] = before
    const first = (contentIds: string[]) => [{ _id: null, contentIds }, ...chapters]
    const damaged: [string, Groups][] = [
      ['without a lesson', first(lessonIds.slice(1))],
      ['with a lesson twice', first([...lessonIds, lessonIds[0] ?? ''])],
      ...[other.lessonIds[0] ?? '', nothing, 'bukan-id', '', '__proto__'].map((extra): [string, Groups] => [
        `with the lesson "${extra}"`,
        first([...lessonIds, extra]),
      ]),
      ['without a chapter', before.slice(0, -1)],
      ['with a chapter twice', [...before, { _id: chapters[0]?._id ?? null, contentIds: [] }]],
      ['with those of no chapter twice', [...before, { _id: none?._id ?? null, contentIds: [] }]],
      ...[other.first, nothing, 'bukan-id'].map((_id): [string, Groups] => [
        `with the chapter "${_id}"`,
        [...before, { _id, contentIds: [] }],
      ]),
    ]
    for (const [name, groups] of damaged) {
      const response = await putOutline(id, { version, chapters: groups })
      expect([response.status, Object.keys(response.body.errors ?? {})], name).toEqual([422, ['chapters']])
    }
    expect([await outlineOf(id), (await staffView(id)).version]).toEqual([before, version])
  })
})
