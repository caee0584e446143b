import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { videoMessages } from '#contract/kit/media/video.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, testVideoMaximumBytes, type TestSite } from '#testing/test-site.ts'
import { callTus, createVideoLesson, patchHeaders, uploadVideo } from '#testing/materials/upload-video.ts'
import { createVideoFile } from '#testing/materials/video-file.ts'

let site: TestSite
let instructor: SignedIn
let courseId: string
let video: Buffer<ArrayBuffer>
const nothing = '00000000-0000-7000-8000-000000000000'

const gigabyte = 1024 ** 3
let freeBytes = 100 * gigabyte

beforeAll(async () => {
  site = await startTestSite({ freeBytes: async () => freeBytes })
  instructor = await site.createInstructor()
  courseId = (await site.createCourse({ instructorId: instructor.id })).id
  video = await createVideoFile({ container: 'mp4' })
})
afterAll(() => site.close())

const create = (length: string | number, headers: Record<string, string> = {}, who = instructor) =>
  callTus(site, who, 'POST', '', { headers: { 'upload-length': String(length), ...headers } })
const idOf = (response: Response) => response.headers.get('location')?.split('/').at(-1) ?? ''
const cancel = async (response: Response) => void (await callTus(site, instructor, 'DELETE', idOf(response)))

test('a cut upload is continued where it ended, becomes the video of a lesson, and its file is private', async () => {
  const created = await create(video.length, {
    'upload-metadata': `filename ${Buffer.from('../../belajar.php.mp4').toString('base64')}`,
  })
  expect([created.status, created.headers.get('tus-resumable')]).toEqual([201, '1.0.0'])
  const id = idOf(created)
  const half = Math.floor(video.length / 2)
  const first = await callTus(site, instructor, 'PATCH', id, {
    headers: patchHeaders(0),
    body: video.subarray(0, half),
  })
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)])

  expect((await createVideoLesson(site, instructor, courseId, id)).body.errors).toEqual({
    uploadId: videoMessages.unfinished,
  })

  const asked = await callTus(site, instructor, 'HEAD', id)
  expect([asked.status, asked.headers.get('upload-offset'), asked.headers.get('upload-length')]).toEqual([
    200,
    String(half),
    String(video.length),
  ])
  expect((await callTus(site, instructor, 'PATCH', id, { headers: patchHeaders(0), body: video })).status).toBe(409)
  await callTus(site, instructor, 'PATCH', id, { headers: patchHeaders(half), body: video.subarray(half) })

  const lesson = await createVideoLesson(site, instructor, courseId, id)
  expect(lesson.status).toBe(201)
  expect(lesson.body.data).toMatchObject({ type: 'video', source: 'upload', uploadId: id, durationSeconds: 5 })
  expect(await readdir(join(site.mediaFolder, 'incoming'))).toEqual([])
  expect((await stat(join(site.mediaFolder, id))).mode & 0o777).toBe(0o600)
  expect((await stat(join(site.mediaFolder, 'incoming'))).mode & 0o777).toBe(0o700)

  // A second save of the form names the same upload.
  const saved = await site.call('PUT', `/courses/${courseId}/update-content/${lesson.body.data._id}`, {
    token: instructor.token,
    body: { title: 'Judul lain', type: 'video', source: 'upload', uploadId: id, version: lesson.body.data.version },
  })
  expect([saved.status, saved.body.data.uploadId]).toEqual([200, id])
})

test('only staff upload, and nobody sees or changes the upload of another', async () => {
  const student = await site.createStudent()
  const otherInstructor = await site.createInstructor()
  const id = idOf(await create(video.length))
  for (const [who, status] of [
    [student, 403],
    [otherInstructor, 404],
  ] as const) {
    expect((await callTus(site, who, 'HEAD', id)).status).toBe(status)
    expect((await callTus(site, who, 'PATCH', id, { headers: patchHeaders(0), body: video })).status).toBe(status)
    expect((await callTus(site, who, 'DELETE', id)).status).toBe(status)
  }
  expect((await create(10, {}, student)).status).toBe(403)
  expect(
    (await callTus(site, instructor, 'POST', '', { token: null, headers: { 'upload-length': '10' } })).status,
  ).toBe(401)
  await callTus(site, instructor, 'PATCH', id, { headers: patchHeaders(0), body: video })
  const own = await site.createCourse({ instructorId: otherInstructor.id })
  expect((await createVideoLesson(site, otherInstructor, own.id, id)).body.errors).toEqual({
    uploadId: videoMessages.unknown,
  })
  expect((await callTus(site, instructor, 'DELETE', id)).status).toBe(204)
  expect((await callTus(site, instructor, 'HEAD', id)).status).toBe(404)
})

test('the server says what it can do, to pages of its own origin only', async () => {
  const response = await callTus(site, instructor, 'OPTIONS', '', {
    token: null,
    headers: { origin: 'https://other.example' },
  })
  expect([
    response.status,
    response.headers.get('tus-version'),
    response.headers.get('tus-extension'),
    response.headers.get('tus-max-size'),
  ]).toEqual([204, '1.0.0', 'creation,creation-with-upload,termination', String(testVideoMaximumBytes)])
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('hostile headers and URLs are rejected without an error of the server', async () => {
  for (const length of ['-1', '1e9', 'NaN', '', '0', '1.5', '0x10', '9'.repeat(40)])
    expect((await create(length)).status, length).toBe(400)
  const tooLarge = await create(testVideoMaximumBytes + 1)
  expect([tooLarge.status, await tooLarge.text()]).toEqual([413, 'Video maksimal 64 MB\n'])
  expect((await create(10, { 'upload-metadata': 'filename !!!, filename ???' })).status).toBe(400)
  expect((await create(10, { 'upload-concat': 'partial' })).status).toBeLessThan(502)
  expect(
    (await callTus(site, instructor, 'POST', '', { headers: { 'upload-defer-length': '1' } })).status,
  ).toBeLessThan(502)
  const open = await create(10)
  for (const offset of ['-1', 'x', '99', '1e0']) {
    const status = (
      await callTus(site, instructor, 'PATCH', idOf(open), {
        headers: { ...patchHeaders(0), 'upload-offset': offset },
        body: Buffer.alloc(1),
      })
    ).status
    expect([400, 409], offset).toContain(status)
  }
  expect(
    (await callTus(site, instructor, 'PATCH', idOf(open), { headers: patchHeaders(0), body: Buffer.alloc(11) })).status,
  ).toBe(413)
  expect(
    (
      await callTus(site, instructor, 'PATCH', idOf(open), {
        headers: { 'upload-offset': '0', 'content-type': 'text/html' },
        body: Buffer.alloc(1),
      })
    ).status,
  ).toBe(400)
  expect((await callTus(site, instructor, 'PATCH', idOf(open), { headers: { 'tus-resumable': '0.2.2' } })).status).toBe(
    400,
  )
  await cancel(open)
  for (const id of [nothing, '..%2f..%2fetc%2fpasswd', '..%5c..', 'x'.repeat(300), 'a.mp4.php'])
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect((await callTus(site, instructor, method, id, { headers: patchHeaders(0) })).status, id).toBe(404)
  expect((await callTus(site, instructor, 'GET', '')).status).toBe(404)
})

test('too many open uploads are rejected until one is cancelled', async () => {
  const open = [await create(10), await create(10), await create(10), await create(10), await create(10)]
  const rejected = await create(10)
  expect(rejected.status).toBe(429)
  expect(await rejected.text()).toContain('belum dipakai di materi')
  await Promise.all(open.map(cancel))
  const allowed = await create(10)
  expect(allowed.status).toBe(201)
  await cancel(allowed)
})

test('who uploads more than 120 videos an hour is told when to go on', async () => {
  const eager = await site.createInstructor()
  for (let times = 0; times < 120; times++) {
    const created = await create(video.length, {}, eager)
    await callTus(site, eager, 'DELETE', idOf(created))
  }
  const refused = await create(video.length, {}, eager)
  const seconds = Number(refused.headers.get('retry-after'))
  expect([refused.status, seconds >= 30 && seconds <= 3600]).toEqual([429, true])
  site.clock.advance(seconds * 1000)
  const later = await create(video.length, {}, eager)
  expect(later.status).toBe(201)
  await callTus(site, eager, 'DELETE', idOf(later))
})

test('of 30 uploads that begin at the same time as many are accepted as may be open', async () => {
  const uploader = await site.createInstructor()
  const responses = await Promise.all(Array.from({ length: 30 }, () => create(testVideoMaximumBytes, {}, uploader)))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(25)
  for (const response of responses) if (response.status === 201) await callTus(site, uploader, 'DELETE', idOf(response))
})

test('room on the disk is needed for all that was declared, and still while bytes arrive', async () => {
  const uploader = await site.createInstructor()
  try {
    // Half a gigabyte stays free for everything else.
    freeBytes = 0.5 * gigabyte + 2.5 * testVideoMaximumBytes
    const open = [await create(testVideoMaximumBytes, {}, uploader), await create(testVideoMaximumBytes, {}, uploader)]
    expect(open.map(({ status }) => status)).toEqual([201, 201])
    expect((await create(testVideoMaximumBytes, {}, uploader)).status).toBe(507)
    const [first = '', second = ''] = open.map(idOf)
    const bytes = Buffer.alloc(1024 * 1024)
    expect((await callTus(site, uploader, 'PATCH', first, { headers: patchHeaders(0), body: bytes })).status).toBe(204)
    freeBytes = 0.4 * gigabyte
    const full = await callTus(site, uploader, 'PATCH', second, { headers: patchHeaders(0), body: bytes })
    expect([full.status, await full.text()]).toEqual([
      507,
      'Ruang penyimpanan server tidak cukup untuk video ini. Hubungi admin.\n',
    ])
    for (const id of [first, second]) await callTus(site, uploader, 'DELETE', id)
  } finally {
    freeBytes = 100 * gigabyte
  }
})

test('what is no playable video is rejected beside its field, and the lesson is not made', async () => {
  const cases: [string, Buffer<ArrayBuffer>, string][] = [
    ['renamed HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), videoMessages.notVideo],
    ['cut MP4', video.subarray(0, -100), videoMessages.incomplete],
    ['cut WebM', (await createVideoFile()).subarray(0, -500), videoMessages.incomplete],
    ['wrong codec', await createVideoFile({ container: 'mp4', codec: 'hevc' }), videoMessages.videoCodec],
    ['10 bits', await createVideoFile({ container: 'mp4', profile: 0x6e }), videoMessages.videoProfile],
    ['4:4:4', await createVideoFile({ container: 'mp4', profile: 0xf4 }), videoMessages.videoProfile],
    ['only sound', await createVideoFile({ codec: 'none' }), videoMessages.noPicture],
    [
      '13 hours',
      await createVideoFile({ container: 'mp4', seconds: 13 * 3600, bytesPerSecond: 1 }),
      videoMessages.tooLong,
    ],
    [
      'random after a right beginning',
      Buffer.concat([video.subarray(0, 40), Buffer.alloc(4000, 7)]),
      videoMessages.incomplete,
    ],
  ]
  for (const [name, bytes, message] of cases) {
    const uploader = await site.createInstructor()
    const own = await site.createCourse({ instructorId: uploader.id })
    const rejected = await createVideoLesson(site, uploader, own.id, await uploadVideo(site, uploader, bytes))
    expect([rejected.status, rejected.body.errors], name).toEqual([422, { uploadId: message }])
  }
  for (const uploadId of ['', nothing, 'x', '../x'])
    expect((await createVideoLesson(site, instructor, courseId, uploadId)).body.errors.uploadId).toBe(
      uploadId === '' ? videoMessages.missing : videoMessages.unknown,
    )
  const id = await uploadVideo(site, instructor, video)
  expect(
    (await createVideoLesson(site, instructor, courseId, id, { poster: 'https://other.example/x.png' })).body.errors,
  ).toEqual({
    poster: videoMessages.poster,
  })
  expect((await createVideoLesson(site, instructor, courseId, id, { source: 'vimeo' })).body.errors).toEqual({
    source: videoMessages.source,
  })
})

test.each([
  ['zeros', Buffer.alloc(1_000)],
  ['a few bytes', Buffer.from('abc')],
  ['noise', Buffer.from('not a box at all, but what a camera left behind the last one')],
])('%s behind the last part of a video are no damage', async (_, rest) => {
  const uploader = await site.createInstructor()
  const own = await site.createCourse({ instructorId: uploader.id })
  const whole = await createVideoFile({ container: 'mp4' })
  expect(
    (await createVideoLesson(site, uploader, own.id, await uploadVideo(site, uploader, Buffer.concat([whole, rest]))))
      .status,
  ).toBe(201)
})

test('a save that was cut off after the bytes were moved, or before, is completed by the next one', async () => {
  const moved = await uploadVideo(site, instructor, video)
  expect((await createVideoLesson(site, instructor, courseId, moved)).status).toBe(201)
  const addUpload = (id: string) =>
    site.database.query.execute(sql`insert into media_uploads (id, created_by, length, metadata, created_at)
      values (${id}, ${instructor.id}, ${video.length}, '{}', ${site.clock.now().toISOString()})`)
  await addUpload(moved)
  expect((await createVideoLesson(site, instructor, courseId, moved)).status).toBe(201)

  const waiting = await uploadVideo(site, instructor, video)
  await site.database.query
    .execute(sql`insert into media_files (id, bytes, content_type, duration_seconds, created_by, created_at)
    select ${waiting}, bytes, content_type, duration_seconds, created_by, created_at from media_files where id = ${moved}`)
  expect((await createVideoLesson(site, instructor, courseId, waiting)).status).toBe(201)
  expect((await stat(join(site.mediaFolder, waiting))).size).toBe(video.length)
  const left = site.database.query.select({ id: sql`id` }).from(sql`media_uploads`)
  expect(await left.where(sql`id in (${moved}, ${waiting})`)).toEqual([])
})

test('a video is deleted a week after its upload, once no lesson and no copied course refers to it', async () => {
  const course = await site.createCourse({ instructorId: instructor.id, lessons: 0 })
  const id = await uploadVideo(site, instructor, video)
  const lesson = await createVideoLesson(site, instructor, course.id, id)
  const copy = await site.call('POST', `/courses/${course.id}/duplicate`, { token: instructor.token })
  const copied = await site.call('GET', `/admin/courses/${copy.body.data._id}`, { token: instructor.token })
  expect(copied.body.data.details[0]).toMatchObject({ source: 'upload', uploadId: id, durationSeconds: 5 })
  const unfinished = await create(10)
  const exists = async (path: string) => (await stat(join(site.mediaFolder, path)).catch(() => null)) !== null

  site.clock.advance(8 * dayMs)
  await site.app.retention.purge('video-uploads')
  expect(await exists(`incoming/${idOf(unfinished)}`)).toBe(false)
  const { token } = (
    await site.call('POST', '/sign-in', { body: { email: instructor.email, password: 'kopi-tubruk-7' } })
  ).body.data
  await site.call('DELETE', `/courses/${course.id}/delete-content/${lesson.body.data._id}`, { token })
  await site.app.retention.purge('unused-videos')
  expect(await exists(id)).toBe(true)

  await site.call('DELETE', `/courses/${copy.body.data._id}/delete-content/${copied.body.data.details[0]._id}`, {
    token,
  })
  await site.app.retention.purge('unused-videos')
  expect(await exists(id)).toBe(false)
})
