import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import type { SystemCheck } from '#contract/site/system.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startS3Server, type S3TestServer } from '#testing/processes/s3-server.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { createVideoLesson, uploadVideo } from '#testing/materials/upload-video.ts'
import { createVideoFile } from '#testing/materials/video-file.ts'

// Videos in S3-compatible storage.

let s3: S3TestServer
let site: TestSite
let instructor: SignedIn
let course: MadeCourse
let video: Buffer<ArrayBuffer>
const bucket = () => s3.storeOf('media/')

beforeAll(async () => {
  s3 = await startS3Server()
  site = await startTestSite({ mediaBucket: bucket() })
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, price: 0, lessons: 1 })
  video = await createVideoFile({ bytesPerSecond: 2_000_000 })
})
afterEach(() => s3.breakWith(null))
afterAll(async () => {
  await site.close()
  await s3.close()
})

const send = () => site.app.modules.media.sendOutgoing()
const listOutgoing = () => readdir(join(site.mediaFolder, 'outgoing'))
async function createLesson(): Promise<{ id: string; mediaId: string; videoUrl: string }> {
  const mediaId = await uploadVideo(site, instructor, video)
  const { status, body } = await createVideoLesson(site, instructor, course.id, mediaId)
  expect(status).toBe(201)
  const shown = await site.call('GET', `/courses/${course.id}/content/${body.data._id}`, { token: instructor.token })
  return { id: body.data._id, mediaId, videoUrl: shown.body.data.videoUrl }
}
const load = (videoUrl: string, headers: Record<string, string> = {}) =>
  site.app.fetch(new Request(publicUrl + videoUrl, { headers }))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
async function* chunksOf(bytes: Buffer) {
  yield bytes
}
const findCheck = async (): Promise<SystemCheck | undefined> =>
  (await site.app.system.report()).checks.find(({ name }) => name === 'media')

test('a lesson is saved and its video plays while the bucket does not respond; later the video is sent and plays from there', async () => {
  s3.breakWith({ kind: 'hang' })
  const { videoUrl, mediaId } = await createLesson()
  expect((await bytesOf(await load(videoUrl))).equals(video)).toBe(true)
  await expect(send()).rejects.toThrow('does not answer in time')
  s3.breakWith(null)
  // The failed one waits a minute.
  await send()
  expect([await listOutgoing(), await bucket().find(mediaId)]).toEqual([[mediaId], null])
  site.clock.advance(61_000)
  await Promise.all([send(), send(), send()])
  expect([await listOutgoing(), await bucket().find(mediaId)]).toEqual([[], { name: mediaId, bytes: video.length }])

  expect((await bytesOf(await load(videoUrl))).equals(video)).toBe(true)
  const part = await load(videoUrl, { range: 'bytes=3000000-3000999' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 3000000-3000999/${video.length}`])
  expect((await bytesOf(part)).equals(video.subarray(3_000_000, 3_001_000))).toBe(true)
  expect(await findCheck()).toMatchObject({
    level: 'ok',
    value: 's3://cendaki-test/media/; 1 berkas terbaru diperiksa',
  })
})

test('of several processes one sends a video', async () => {
  await createLesson()
  s3.takeRequests()
  await Promise.all([send(), send(), send()])
  expect(s3.takeRequests().filter((line) => line.startsWith('POST') && line.endsWith('?uploads='))).toHaveLength(1)
})

test('a video that cannot be read now returns 503 in time, and the log says why', async () => {
  const { videoUrl, mediaId } = await createLesson()
  await send()
  for (const fault of [
    { kind: 'status', status: 500 } as const,
    { kind: 'hang' } as const,
    { kind: 'status', status: 403 } as const,
  ]) {
    s3.breakWith(fault)
    const response = await load(videoUrl, { range: 'bytes=0-9' })
    expect([response.status, response.headers.get('retry-after'), (await response.json()).code]).toEqual([
      503,
      '10',
      'media-unavailable',
    ])
    const [logged] = site.unexpectedErrors.splice(0) as [{ mediaId: string; err: Error }]
    expect([logged.mediaId, logged.err.name]).toEqual([mediaId, 'StorageFailure'])
    expect((await findCheck())?.level).toBe('problem')
  }
  s3.breakWith(null)
  expect((await load(videoUrl, { range: 'bytes=0-9' })).status).toBe(206)
})

test('a viewer who goes away ends the request to the bucket', async () => {
  const { videoUrl } = await createLesson()
  await send()
  const reader = (await load(videoUrl)).body?.getReader()
  await reader?.read()
  expect(s3.openRequests()).toBe(1)
  await reader?.cancel()
  await expect.poll(() => s3.openRequests()).toBe(0)
})

test('a video that the bucket lost is 503, and the system page names it', async () => {
  const { videoUrl, mediaId } = await createLesson()
  await send()
  await bucket().remove(mediaId)
  expect((await load(videoUrl)).status).toBe(503)
  expect(site.unexpectedErrors.splice(0)).toEqual([{ mediaId }])
  expect(await findCheck()).toMatchObject({ level: 'problem', advice: expect.stringContaining(mediaId) })
  await bucket().put(mediaId, chunksOf(video))
  expect((await findCheck())?.level).toBe('ok')
})

test('a video that no lesson refers to is deleted in the bucket', async () => {
  const { id, mediaId } = await createLesson()
  await send()
  await site.call('DELETE', `/courses/${course.id}/delete-content/${id}`, { token: instructor.token })
  site.clock.advance(8 * dayMs)
  await site.app.retention.purge('unused-videos')
  expect(await bucket().find(mediaId)).toBeNull()
})
