import { readdir, stat } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { createVideoFile } from '#testing/materials/video-file.ts'
import { runBareServer } from './support/bare-server.ts'
import { median, print, report, timeOf } from './support/measure.ts'
import { call, readMemory, runProduct, signIn } from './support/resources.ts'

// Only the ratio is comparable between machines.

const rounds = 5
const parallel = 4
const goal = 0.8
const bytesPerSecond = 2_000_000

export async function run({ megabytes }: { megabytes: number }): Promise<void> {
  await using product = await runProduct({ DEMO: 'on' })
  const started = await readMemory(product)
  const videoUrl = product.origin + (await uploadLesson(product.origin, megabytes * 1e6))
  const uploaded = await readMemory(product)
  const { file, bytes } = await findLargest(join(product.dataDir, 'media'))
  await using baseline = await runBareServer({ file, headers: { 'content-type': 'video/webm' }, isStreamed: true })
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure(videoUrl, bytes))
    bare.push(await measure(baseline.origin, bytes))
  }
  const ratio = median(ours) / median(bare)
  const speeds = `${median(ours).toFixed(0)} MB/s, bare ${median(bare).toFixed(0)} MB/s`
  report(ratio >= goal, `${parallel} at once of ${(bytes / 1e6).toFixed(0)} MB: ${speeds}, ratio ${ratio.toFixed(2)}`)
  const { peak } = await readMemory(product)
  const peaks = `${started.peak} when started, ${uploaded.peak} after the upload, ${peak} after streaming`
  print(`largest memory of the product in MB: ${peaks}`)
}

/** The uploaded video: those of the demo are small. */
async function findLargest(folder: string): Promise<{ file: string; bytes: number }> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const sizes = await Promise.all(files.map(async (file) => ({ file, bytes: (await stat(file)).size })))
  return sizes.reduce((largest, next) => (next.bytes > largest.bytes ? next : largest), { file: '', bytes: 0 })
}

/** Megabytes a second of several downloads at once. */
async function measure(url: string, bytes: number): Promise<number> {
  const ms = await timeOf(() => Promise.all(Array.from({ length: parallel }, () => download(url))))
  return (bytes * parallel) / 1000 / ms
}

function download(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`))
      response.on('end', resolve).on('error', reject).resume()
    }).on('error', reject)
  })
}

/** Uploads a video as the lesson of a course and returns the path of its file. */
async function uploadLesson(origin: string, bytes: number): Promise<string> {
  const token = await signIn(origin, 'admin@demo.id')
  const video = await createVideoFile({ seconds: Math.ceil(bytes / bytesPerSecond), bytesPerSecond })
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const created = await fetch(`${origin}/api/uploads/tus`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(video.length) },
  })
  const location = created.headers.get('location') ?? ''
  await fetch(origin + location, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: video,
  })
  const [course] = await call<{ _id: string }[]>(origin, '/admin/courses', { token })
  if (!course) throw new Error('The demo has no course')
  const body = {
    courseId: course._id,
    title: 'Video',
    type: 'video',
    source: 'upload',
    uploadId: location.split('/').at(-1),
  }
  const lesson = await call<{ _id: string }>(origin, '/courses/content/create', { method: 'POST', token, body })
  return (await call<{ videoUrl: string }>(origin, `/courses/${course._id}/content/${lesson._id}`, { token })).videoUrl
}
