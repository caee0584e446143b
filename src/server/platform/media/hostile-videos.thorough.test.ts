import { cpuMsUntil, leastMsOf } from '#testing/scale/cpu-time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { videoMessages } from '#contract/kit/media/video.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { createVideoLesson, uploadVideo } from '#testing/materials/upload-video.ts'
import { createVideoFile } from '#testing/materials/video-file.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

const most = 0xff_ff_ff_ff
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4))
  return bytes
}
const box = (name: string, content: Buffer) =>
  Buffer.concat([numbers(8 + content.byteLength), Buffer.from(name), content])

/** A file whose index says how many pictures there are: so many, each shown this much later than it is decoded. */
async function videoOf(pictures: number, delays: Buffer): Promise<Buffer<ArrayBuffer>> {
  const file = Buffer.from(await createVideoFile({ container: 'mp4' }))
  file.set(numbers(1, pictures, 1), file.indexOf('stts') + 8)
  file.set(numbers(1, pictures), file.indexOf('stsz') + 8)
  const added = box('ctts', delays)
  for (const name of ['moov', 'trak', 'mdia', 'minf', 'stbl']) {
    const at = file.indexOf(name) - 4
    file.writeUInt32BE(file.readUInt32BE(at) + added.byteLength, at)
  }
  const at = file.indexOf('stbl') + 4
  return Buffer.concat([file.subarray(0, at), added, file.subarray(at)])
}

const million = 1_000_000
test.each([
  ['says that it has four billion pictures', () => videoOf(most, numbers(0, 1, most, 1))],
  [
    'has an index of seven million entries',
    () => videoOf(7 * million, Buffer.concat([numbers(0, 7 * million), Buffer.alloc(56 * million, numbers(1, 1))])),
  ],
])(
  'a video that %s is refused at its field, and this process is free for others meanwhile',
  { timeout: 180_000 },
  async (_, make) => {
    const instructor = await site.createInstructor()
    const course = await site.createCourse({ instructorId: instructor.id })
    const uploadId = await uploadVideo(site, instructor, await make())
    const create = async () => {
      const { status, body } = await createVideoLesson(site, instructor, course.id, uploadId)
      expect([status, body.errors]).toEqual([422, { uploadId: videoMessages.incomplete }])
    }
    expect(await leastMsOf(() => cpuMsUntil(create), 1_000)).toBeLessThan(1_000)
  },
)
