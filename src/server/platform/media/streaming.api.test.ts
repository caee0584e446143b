import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { createVideoLesson, uploadVideo } from '#testing/materials/upload-video.ts'
import { createVideoFile } from '#testing/materials/video-file.ts'
import { parseRange } from './serve-media.ts'

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
let video: Buffer<ArrayBuffer>
let lessonId: string

beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  student = await site.createStudent()
  course = await site.createCourse({ instructorId: instructor.id, price: 0, lessons: 1 })
  video = await createVideoFile({ bytesPerSecond: 300_000 })
  lessonId = (await createVideoLesson(site, instructor, course.id, await uploadVideo(site, instructor, video))).body
    .data._id
  await site.call('POST', `/courses/${course.id}/enroll`, { token: student.token })
})
afterAll(() => site.close())

const showLesson = (who: SignedIn | null, id = lessonId) =>
  site.call('GET', `/courses/${course.id}/content/${id}`, who ? { token: who.token } : {})
const videoUrlFor = async (who: SignedIn | null, id = lessonId): Promise<string> =>
  (await showLesson(who, id)).body.data.videoUrl
const load = (videoUrl: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.app.fetch(new Request(publicUrl + videoUrl, { method, headers }))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a student streams the video of a lesson, whole and in ranges', async () => {
  const videoUrl = await videoUrlFor(student)
  const whole = await load(videoUrl)
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
    200,
    'video/webm',
    'bytes',
  ])
  expect((await bytesOf(whole)).equals(video)).toBe(true)
  expect([whole.headers.get('x-content-type-options'), whole.headers.get('cache-control')]).toEqual([
    'nosniff',
    'private, no-cache',
  ])

  const part = await load(videoUrl, { range: 'bytes=1000-1999' })
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
    206,
    `bytes 1000-1999/${video.length}`,
    '1000',
  ])
  expect((await bytesOf(part)).equals(video.subarray(1000, 2000))).toBe(true)
  expect((await bytesOf(await load(videoUrl, { range: 'bytes=-10' }))).equals(video.subarray(-10))).toBe(true)

  const beyond = await load(videoUrl, { range: `bytes=${video.length}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${video.length}`])

  const head = await load(videoUrl, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual([
    200,
    String(video.length),
    0,
  ])
})

test('If-Range and If-None-Match compare the version of the video', async () => {
  const videoUrl = await videoUrlFor(student)
  const etag = (await load(videoUrl, {}, 'HEAD')).headers.get('etag') ?? ''
  expect((await load(videoUrl, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
  const changed = await load(videoUrl, { range: 'bytes=0-9', 'if-range': '"other"' })
  expect([changed.status, (await bytesOf(changed)).length]).toEqual([200, video.length])
  expect((await load(videoUrl, { 'if-none-match': etag })).status).toBe(304)
})

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=5-', { start: 5, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=0-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['items=0-1', null],
  [`bytes=${'9'.repeat(40)}-`, null],
  [null, null],
])('the range %s of 100 bytes', (header, expected) => expect(parseRange(header, 100)).toEqual(expected))

test('the copied video URL of a revoked or disabled student is denied', async () => {
  const other = await site.createStudent()
  await site.call('POST', `/courses/${course.id}/students`, { token: instructor.token, body: { email: other.email } })
  const videoUrl = await videoUrlFor(other)
  expect((await load(videoUrl, {}, 'HEAD')).status).toBe(200)
  await site.call('DELETE', `/courses/${course.id}/students/${other.id}`, { token: instructor.token })
  expect((await load(videoUrl)).status).toBe(403)

  await site.call('POST', `/courses/${course.id}/enroll`, { token: other.token })
  const again = await videoUrlFor(other)
  const admin = await site.createAdmin()
  await site.call('PUT', `/admin/students/${other.id}/access`, { token: admin.token, body: { disabled: true } })
  expect((await load(again)).status).toBe(403)
})

test('visitors watch free previews only, and a preview that is taken back is closed to them', async () => {
  expect((await showLesson(null)).status).toBe(401)
  const uploadId = await uploadVideo(site, instructor, video)
  const preview = (await createVideoLesson(site, instructor, course.id, uploadId, { isPreview: true })).body.data
  const videoUrl = await videoUrlFor(null, preview._id)
  expect((await load(videoUrl, {}, 'HEAD')).status).toBe(200)
  await site.call('PUT', `/courses/${course.id}/update-content/${preview._id}`, {
    token: instructor.token,
    body: { title: preview.title, type: 'video', source: 'upload', uploadId, isPreview: false },
  })
  expect((await load(videoUrl)).status).toBe(403)
})

test('a lesson that the pace closes has no video URL', async () => {
  const paced = await site.createCourse({ instructorId: instructor.id, price: 0, lessons: 2 })
  const closed = (await createVideoLesson(site, instructor, paced.id, await uploadVideo(site, instructor, video))).body
    .data
  const learner = await site.createStudent()
  await site.call('POST', `/courses/${paced.id}/enroll`, { token: learner.token })
  const show = () => site.call('GET', `/courses/${paced.id}/content/${closed._id}`, { token: learner.token })
  const videoUrl = (await show()).body.data.videoUrl
  await site.call('PATCH', `/courses/${paced.id}`, { token: instructor.token, body: { pace: 'sequence' } })
  expect((await show()).body.code).toBe('lesson-closed')
  expect((await load(videoUrl)).status).toBe(403)
})

test('the email address of a student is shown over videos where the site wants it', async () => {
  const admin = await site.createAdmin()
  expect((await showLesson(student)).body.data.watermark).toBeUndefined()
  const { updatedAt: _, ...settings } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
  await site.call('PUT', '/admin/settings', { token: admin.token, body: { ...settings, videoWatermark: true } })
  expect((await showLesson(student)).body.data.watermark).toBe(student.email)
  expect((await showLesson(instructor)).body.data.watermark).toBeUndefined()
})

test('a course does not reveal to visitors where its videos are', async () => {
  const overview = await site.call('GET', `/courses/${course.id}/overview`)
  const lesson = overview.body.data.details.find(({ _id }: { _id: string }) => _id === lessonId)
  expect(lesson).toMatchObject({ source: 'upload', durationSeconds: 5 })
  expect(JSON.stringify(overview.body)).not.toContain('/media/')
})

test('the size of a video is for viewers who may watch it', async () => {
  const sizeIn = async (path: string, token?: string) => {
    const { data } = (await site.call('GET', path, token === undefined ? {} : { token })).body
    return (data.details ?? [data]).find(({ _id }: { _id: string }) => _id === lessonId).videoBytes
  }
  const [inCourse, alone] = [`/courses/${course.id}`, `/courses/${course.id}/content/${lessonId}`]
  expect([await sizeIn(inCourse, student.token), await sizeIn(alone, student.token)]).toEqual([
    video.length,
    video.length,
  ])
  expect([await sizeIn(inCourse), await sizeIn(`${inCourse}/overview`)]).toEqual([undefined, undefined])
})

test('a video URL is valid for four hours and cannot be forged', async () => {
  const videoUrl = await videoUrlFor(student)
  site.clock.advance(4 * hourMs - 1000)
  expect((await load(videoUrl, {}, 'HEAD')).status).toBe(200)
  site.clock.advance(2000)
  const expired = await load(videoUrl)
  expect([expired.status, (await expired.json()).code]).toEqual([403, 'media-denied'])
  const fresh = await videoUrlFor(student)
  const [payload = '', signature = ''] = fresh.slice('/media/'.length).split('.')
  const changed = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(student.id, instructor.id)).toString(
    'base64url',
  )
  for (const forged of [
    `${changed}.${signature}`,
    `${payload}.${'A'.repeat(43)}`,
    payload,
    `${payload}.`,
    '..%2f..%2fdatabase',
    'x'.repeat(500),
  ])
    expect((await load(`/media/${forged}`)).status, forged).toBe(403)
})
