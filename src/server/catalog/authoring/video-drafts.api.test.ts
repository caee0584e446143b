import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoDrafts } from '#contract/catalog/course-chapters.ts'
import type { SignedIn } from '#testing/factories.ts'
import { uploadVideo } from '#testing/materials/upload-video.ts'
import { createVideoFile } from '#testing/materials/video-file.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

type Groups = { chapter: string | null; titles: string[] }[]
const makeCourse = (lessons = 0) => site.createCourse({ instructorId: instructor.id, lessons })
const add = (courseId: string, groups: unknown, token = instructor.token) =>
  site.call('POST', `/courses/${courseId}/video-drafts`, { token, body: { groups } as object })
const idsOf = (drafts: VideoDrafts): string[] => drafts.groups.flatMap(({ lessons }) => lessons.map(({ _id }) => _id))

type Lesson = { _id: string; chapterId: string | null; title: string; status: string; isVideoMissing?: boolean }
type Chapter = { _id: string; title: string }
/** `[chapter, title]` of every lesson as staff see them, in order. */
async function outlineOf(courseId: string): Promise<[string | null, string][]> {
  const { data } = (await site.call('GET', `/admin/courses/${courseId}`, { token: instructor.token })).body
  const chapters: Chapter[] = data.chapters
  return data.details.map(({ chapterId, title }: Lesson) => [
    chapters.find(({ _id }) => _id === chapterId)?.title ?? null,
    title,
  ])
}

test('a folder becomes chapters with draft lessons in its order, whose videos are missing, and which only staff see', async () => {
  const { id } = await makeCourse()
  const groups: Groups = [
    { chapter: null, titles: ['Pembuka'] },
    { chapter: 'Bab 2', titles: ['Warna', 'Bentuk'] },
    { chapter: 'Bab 10', titles: ['Warna'] },
  ]
  const added = await add(id, groups)
  expect(added.status).toBe(201)
  expect(await outlineOf(id)).toEqual([
    [null, 'Pembuka'],
    ['Bab 2', 'Warna'],
    ['Bab 2', 'Bentuk'],
    ['Bab 10', 'Warna'],
  ])
  const { data } = (await site.call('GET', `/admin/courses/${id}`, { token: instructor.token })).body
  expect(data.details.map(({ _id }: Lesson) => _id)).toEqual(idsOf(added.body.data))
  for (const lesson of data.details) expect(lesson).toMatchObject({ status: 'draft', isVideoMissing: true })
  expect((await site.call('GET', `/courses/${id}/overview`)).body.data.details).toEqual([])
})

test('the same folder again uses what is there, says which lessons have their videos, and adds what is new at the end of its chapter', async () => {
  const { id } = await makeCourse()
  const first = (await add(id, [{ chapter: 'Dasar', titles: ['Satu', 'Dua'] }])).body.data as VideoDrafts
  const uploadId = await uploadVideo(site, instructor, await createVideoFile({ container: 'mp4' }))
  const [lessonId] = idsOf(first)
  const path = `/courses/${id}/content/${lessonId}`
  const { data: lesson } = (await site.call('GET', `/admin${path}`, { token: instructor.token })).body
  const saved = await site.call('PUT', `/courses/${id}/update-content/${lessonId}`, {
    token: instructor.token,
    body: { title: lesson.title, type: 'video', source: 'upload', uploadId, version: lesson.version },
  })
  expect([saved.status, saved.body.data.status]).toEqual([200, 'draft'])

  const again = (
    await add(id, [
      { chapter: 'Dasar', titles: ['Satu', 'Dua', 'Tiga'] },
      { chapter: 'Lanjut', titles: ['Satu'] },
    ])
  ).body.data as VideoDrafts
  expect(again.groups.map(({ lessons }) => lessons.map(({ hasVideo }) => hasVideo))).toEqual([
    [true, false, false],
    [false],
  ])
  expect(idsOf(again).slice(0, 2)).toEqual(idsOf(first))
  expect(await outlineOf(id)).toEqual([
    ['Dasar', 'Satu'],
    ['Dasar', 'Dua'],
    ['Dasar', 'Tiga'],
    ['Lanjut', 'Satu'],
  ])
})

test('a title that is there twice, or is of an article, is no reason to lose a lesson', async () => {
  const { id } = await makeCourse(2)
  const [before] = await outlineOf(id)
  const { data } = (await add(id, [{ chapter: null, titles: ['Kembar', 'Kembar', before?.[1] ?? ''] }])).body
  const [{ lessons }] = (data as VideoDrafts).groups as [VideoDrafts['groups'][number]]
  expect(lessons).toHaveLength(3)
  expect(lessons[0]?._id).toBe(lessons[1]?._id)
})

test.each<[string, unknown]>([
  ['no list', undefined],
  ['nothing', []],
  ['a group without titles', [{ chapter: null, titles: [] }]],
  ['an empty title', [{ chapter: null, titles: [' '] }]],
  ['a long title', [{ chapter: null, titles: ['x'.repeat(201)] }]],
  ['an empty chapter', [{ chapter: '', titles: ['Satu'] }]],
  ['more than 1,000 videos', [{ chapter: null, titles: Array.from({ length: 1001 }, (_, index) => `V${index}`) }]],
])('%s is refused and adds nothing', async (_, groups) => {
  const { id } = await makeCourse()
  expect((await add(id, groups)).status).toBe(422)
  expect(await outlineOf(id)).toEqual([])
})

test('a course takes 1,000 videos at once, no more than 2,000 lessons and 100 chapters', async () => {
  const { id } = await makeCourse()
  const titles = (from: number, length = 1000) => Array.from({ length }, (_, index) => `Video ${from + index}`)
  expect((await add(id, [{ chapter: 'Bab', titles: titles(0) }])).status).toBe(201)
  expect((await add(id, [{ chapter: 'Bab', titles: titles(1000) }])).status).toBe(201)
  expect((await add(id, [{ chapter: 'Bab', titles: titles(0) }])).status).toBe(201)
  const refused = await add(id, [{ chapter: null, titles: titles(2000, 1) }])
  expect([refused.status, refused.body.code]).toEqual([409, 'too-many-lessons'])

  const other = await makeCourse()
  const chapters = Array.from({ length: 101 }, (_, index) => ({ chapter: `Bab ${index}`, titles: ['Satu'] }))
  const full = await add(other.id, chapters)
  expect([full.status, full.body.code]).toEqual([409, 'too-many-chapters'])
  expect(await outlineOf(other.id)).toEqual([])
})
