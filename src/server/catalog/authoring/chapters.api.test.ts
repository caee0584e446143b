import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CourseOutline } from '#contract/catalog/course-chapters.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let otherInstructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  otherInstructor = await site.createInstructor()
})
afterAll(() => site.close())

type Groups = CourseOutline['chapters']
const nothing = '00000000-0000-7000-8000-000000000000'
const call = (method: string, path: string, body?: object, token = instructor.token) =>
  site.call(method, path, { token, ...(body ? { body } : {}) })
const makeCourse = (lessons = 3) => site.createCourse({ instructorId: instructor.id, lessons })
async function addChapter(courseId: string, title: string): Promise<string> {
  return (await call('POST', `/courses/${courseId}/chapters`, { title })).body.data._id
}
const staffView = async (courseId: string) => (await call('GET', `/admin/courses/${courseId}`)).body.data
const putOutline = (courseId: string, outline: object, token?: string) =>
  call('PUT', `/courses/${courseId}/outline`, outline, token)

/** The outline as staff see it, from the chapters and from each lesson's chapter. */
async function outlineOf(courseId: string): Promise<Groups> {
  const { chapters, details } = await staffView(courseId)
  const ids: (string | null)[] = [null, ...chapters.map(({ _id }: { _id: string }) => _id)]
  type Lesson = { _id: string; chapterId: string | null }
  return ids.map((_id) => ({
    _id,
    contentIds: details.filter((lesson: Lesson) => lesson.chapterId === _id).map((lesson: Lesson) => lesson._id),
  }))
}

async function makeChapters(lessons = 3) {
  const course = await makeCourse(lessons)
  const [first, second] = [await addChapter(course.id, 'Bab satu'), await addChapter(course.id, 'Bab dua')]
  return { ...course, first, second, chapterIds: [first, second] }
}

describe('chapters', () => {
  test('a course without chapters returns an empty list, and its lessons stay one list', async () => {
    const course = await makeCourse()
    const { data } = (await site.call('GET', `/courses/${course.id}/overview`)).body
    expect([data.chapters, data.details.map(({ _id }: { _id: string }) => _id)]).toEqual([[], course.lessonIds])
  })

  test('a new chapter is the last one, and is public at once with its lessons', async () => {
    const { id, first, second, lessonIds } = await makeChapters()
    await site.call('GET', `/courses/${id}/overview`)
    const chapters = [
      { _id: null, contentIds: [lessonIds[2]] },
      { _id: second, contentIds: [lessonIds[0]] },
      { _id: first, contentIds: [lessonIds[1]] },
    ]
    expect((await putOutline(id, { version: 1, chapters })).body.data).toEqual({ version: 2, chapters })
    for (const path of [`/courses/${id}/overview`, `/courses/${id}`]) {
      const { data } = (await site.call('GET', path)).body
      const shown = data.chapters.map(
        ({ _id, title, contents }: { _id: string; title: string; contents: { _id: string }[] }) => [
          _id,
          title,
          contents.map((content) => content._id),
        ],
      )
      expect(shown).toEqual([
        [second, 'Bab dua', [lessonIds[0]]],
        [first, 'Bab satu', [lessonIds[1]]],
      ])
      expect(data.details.map((content: { _id: string }) => content._id)).toEqual([
        lessonIds[2],
        lessonIds[0],
        lessonIds[1],
      ])
    }
  })

  test('the lessons of chapters never contain a body', async () => {
    const { id, first, lessonIds } = await makeChapters(2)
    await putOutline(id, {
      chapters: [
        { _id: first, contentIds: lessonIds },
        { _id: (await staffView(id)).chapters[1]._id, contentIds: [] },
      ],
    })
    const { data } = (await call('GET', `/courses/${id}?preview=true`)).body
    expect(data.details[1].text).toContain('Isi rahasia')
    expect(JSON.stringify(data.chapters)).not.toMatch(/Isi rahasia|DHjqpvDnNGE/)
  })

  test.each([
    [{}, { title: 'Judul bab wajib diisi' }],
    [{ title: '   ' }, { title: 'Judul bab wajib diisi' }],
    [{ title: 'x'.repeat(201) }, { title: 'Maksimal 200 karakter' }],
    [{ title: 7 }, { title: 'Judul bab wajib diisi' }],
  ])('%o is rejected with an error at the field', async (body, errors) => {
    const { id, first } = await makeChapters()
    expect(await call('POST', `/courses/${id}/chapters`, body)).toMatchObject({ status: 422, body: { errors } })
    if ('title' in body)
      expect(await call('PATCH', `/courses/${id}/chapters/${first}`, body)).toMatchObject({
        status: 422,
        body: { errors },
      })
  })

  test('a chapter gets another title', async () => {
    const { id, first } = await makeChapters()
    expect((await call('PATCH', `/courses/${id}/chapters/${first}`, { title: ' Pembuka ' })).body.data).toMatchObject({
      _id: first,
      title: 'Pembuka',
    })
    expect((await call('PATCH', `/courses/${id}/chapters/${first}`, {})).body.data.title).toBe('Pembuka')
  })

  test('the lessons of a deleted chapter move to the chapter before it, and those of the first one come first', async () => {
    const { id, first, second, lessonIds } = await makeChapters()
    const [a, b, c] = lessonIds
    const chapters = [
      { _id: null, contentIds: [a] },
      { _id: first, contentIds: [b] },
      { _id: second, contentIds: [c] },
    ]
    await putOutline(id, { chapters })
    expect((await call('DELETE', `/courses/${id}/chapters/${second}`)).status).toBe(200)
    expect(await outlineOf(id)).toEqual([
      { _id: null, contentIds: [a] },
      { _id: first, contentIds: [b, c] },
    ])
    expect((await call('DELETE', `/courses/${id}/chapters/${first}`)).status).toBe(200)
    expect(await outlineOf(id)).toEqual([{ _id: null, contentIds: [a, b, c] }])
    expect((await call('DELETE', `/courses/${id}/chapters/${first}`)).status).toBe(404)
  })

  test('a chapter of another course, a missing one, and a course of another instructor are not found', async () => {
    const mine = await makeChapters()
    const other = await makeChapters()
    for (const path of [
      `${mine.id}/chapters/${other.first}`,
      `${mine.id}/chapters/${nothing}`,
      `${mine.id}/chapters/bukan-id`,
    ]) {
      expect((await call('PATCH', `/courses/${path}`, { title: 'Bab' })).status, path).toBe(404)
      expect((await call('DELETE', `/courses/${path}`)).status, path).toBe(404)
    }
    const { token } = otherInstructor
    expect((await call('POST', `/courses/${mine.id}/chapters`, { title: 'Bab' }, token)).status).toBe(404)
    expect((await call('PATCH', `/courses/${mine.id}/chapters/${mine.first}`, { title: 'Bab' }, token)).status).toBe(
      404,
    )
    expect((await call('DELETE', `/courses/${mine.id}/chapters/${mine.first}`, undefined, token)).status).toBe(404)
    expect((await putOutline(mine.id, { chapters: await outlineOf(mine.id) }, token)).status).toBe(404)
  })

  test('a course has at most 100 chapters', async () => {
    const course = await makeCourse()
    for (let number = 1; number <= 100; number++) await addChapter(course.id, `Bab ${number}`)
    expect(await call('POST', `/courses/${course.id}/chapters`, { title: 'Satu lagi' })).toMatchObject({
      status: 409,
      body: { code: 'too-many-chapters' },
    })
  })

  test('chapters that are added at the same time all get a place', async () => {
    const course = await makeCourse()
    const added = await Promise.all(
      ['Satu', 'Dua', 'Tiga'].map((title) => call('POST', `/courses/${course.id}/chapters`, { title })),
    )
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await staffView(course.id)).chapters).toHaveLength(3)
  })

  test('a course is found by the title of a chapter until it is renamed', async () => {
    const course = await makeCourse()
    const chapterId = await addChapter(course.id, 'Termodinamika')
    const found = async () =>
      (await site.call('GET', '/courses?q=termodinamika')).body.data.map(({ _id }: { _id: string }) => _id)
    expect(await found()).toEqual([course.id])
    await call('PATCH', `/courses/${course.id}/chapters/${chapterId}`, { title: 'Kinematika' })
    expect(await found()).toEqual([])
  })

  test('a copied course has its own chapters with the copied lessons', async () => {
    const { id, first, second, lessonIds } = await makeChapters()
    const [a, b, c] = lessonIds
    await putOutline(id, {
      chapters: [
        { _id: null, contentIds: [b] },
        { _id: first, contentIds: [] },
        { _id: second, contentIds: [c, a] },
      ],
    })
    const copy = await staffView((await call('POST', `/courses/${id}/duplicate`)).body.data._id)
    const chapterOf = new Map(copy.chapters.map(({ _id, title }: { _id: string; title: string }) => [_id, title]))
    expect([...chapterOf.values()]).toEqual(['Bab satu', 'Bab dua'])
    expect(copy.chapters.some(({ _id }: { _id: string }) => _id === first)).toBe(false)
    const lessons = copy.details.map(({ title, chapterId }: { title: string; chapterId: string | null }) => [
      title,
      chapterId && chapterOf.get(chapterId),
    ])
    expect(lessons).toEqual([
      ['Materi 2', null],
      ['Materi 3', 'Bab dua'],
      ['Materi 1', 'Bab dua'],
    ])
  })
})

describe('the chapter of a lesson', () => {
  const article = { title: 'Artikel', type: 'text', text: '<p>Isi</p>' }
  const create = (courseId: string, body: object) =>
    call('POST', '/courses/content/create', { ...article, courseId, ...body })

  test('a new lesson becomes the last one of its chapter; without a chapter it is before the first one', async () => {
    const { id, first, second, lessonIds } = await makeChapters(2)
    const [a, b] = lessonIds
    await putOutline(id, {
      chapters: [
        { _id: first, contentIds: [a] },
        { _id: second, contentIds: [b] },
      ],
    })
    const inFirst = await create(id, { chapterId: first })
    expect([inFirst.status, inFirst.body.data.chapterId]).toEqual([201, first])
    const before = (await create(id, {})).body.data._id
    const alsoBefore = (await create(id, { chapterId: '' })).body.data._id
    expect(await outlineOf(id)).toEqual([
      { _id: null, contentIds: [before, alsoBefore] },
      { _id: first, contentIds: [a, inFirst.body.data._id] },
      { _id: second, contentIds: [b] },
    ])
  })

  test('a lesson that gets another chapter becomes its last one; one that names its own chapter, or none, keeps its place', async () => {
    const { id, first, second, lessonIds } = await makeChapters()
    const [a = '', b, c] = lessonIds
    await putOutline(id, {
      chapters: [
        { _id: first, contentIds: [a, b] },
        { _id: second, contentIds: [c] },
      ],
    })
    const save = (chapterId: unknown) => call('PUT', `/courses/${id}/update-content/${a}`, { ...article, chapterId })
    for (const same of [first, undefined]) {
      await save(same)
      expect((await outlineOf(id))[1]).toEqual({ _id: first, contentIds: [a, b] })
    }
    expect((await save(second)).body.data.chapterId).toBe(second)
    expect((await outlineOf(id)).slice(1)).toEqual([
      { _id: first, contentIds: [b] },
      { _id: second, contentIds: [c, a] },
    ])
    await save(null)
    expect((await outlineOf(id))[0]).toEqual({ _id: null, contentIds: [a] })
  })

  test('a chapter of another course, a missing one and a wrong type are rejected at the field, and nothing is saved', async () => {
    const { id, lessonIds } = await makeChapters()
    const other = await makeChapters()
    const before = await staffView(id)
    for (const chapterId of [other.first, nothing, 'bukan-id', 7]) {
      expect(await create(id, { chapterId })).toMatchObject({
        status: 422,
        body: { errors: { chapterId: 'Bab tidak dikenal' } },
      })
      expect(
        await call('PUT', `/courses/${id}/update-content/${lessonIds[0]}`, { ...article, chapterId }),
      ).toMatchObject({ status: 422 })
    }
    expect(await staffView(id)).toEqual(before)
  })

  test('the order of all lessons counts within each chapter', async () => {
    const { id, first, second, lessonIds } = await makeChapters()
    const [a, b, c] = lessonIds
    await putOutline(id, {
      chapters: [
        { _id: first, contentIds: [a, b] },
        { _id: second, contentIds: [c] },
      ],
    })
    const { body } = await call('PUT', `/courses/${id}/content-order`, { contentIds: [c, b, a] })
    expect(body.data.contentIds).toEqual([b, a, c])
    expect((await staffView(id)).details.map(({ _id }: { _id: string }) => _id)).toEqual([b, a, c])
  })
})
