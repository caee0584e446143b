import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct, untilReady, type ProductProcess } from '../src/testing/processes/product-process.ts'
import { createVideoFile } from '../src/testing/materials/video-file.ts'
import { median } from './quantile.ts'

// Streams an uploaded video from the product and from a bare node:http file server in the same run. Only the ratio is comparable between
// machines. The baseline runs as a second process: `bench/media.ts baseline PORT FILE`.

const [mode, baselineFile = ''] = process.argv.slice(2)
const rounds = 5
const parallel = 4
const password = 'belajar123'

if (mode === 'baseline') {
  createServer((_, response) => {
    response.setHeader('content-type', 'video/webm')
    createReadStream(baselineFile).pipe(response)
  }).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('Cendaki is ready at the baseline\n'))
} else await compare()

async function compare() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-media-bench-'))
  let baseline: ProductProcess | null = null
  const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'on' })
  try {
    await untilReady(product)
    const started = await readMemory(product)
    const videoUrl = product.origin + (await uploadLesson(product.origin))
    const uploaded = await readMemory(product)
    const { file, bytes } = await findLargest(join(dataDir, 'media'))
    baseline = await startProduct({}, [process.execPath, import.meta.filename, 'baseline', file])
    await untilReady(baseline)
    const megabytes = bytes / 1e6
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      ours.push(await measure(videoUrl, megabytes))
      bare.push(await measure(baseline.origin, megabytes))
    }
    const ratio = median(ours) / median(bare)
    const after = await readMemory(product)
    process.stdout.write(
      `${parallel} at once of ${megabytes.toFixed(0)} MB: ${median(ours).toFixed(0)} MB/s, bare ${median(bare).toFixed(0)} MB/s, ratio ${ratio.toFixed(2)}\n`,
    )
    process.stdout.write(`largest memory of the product in MB: ${started} when started, ${uploaded} after the upload, ${after} after streaming\n`)
    if (ratio < 0.8) process.exitCode = 1
  } finally {
    baseline?.child.kill()
    product.child.kill()
    await product.exited
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The uploaded video: those of the demo are small. */
async function findLargest(folder: string): Promise<{ file: string; bytes: number }> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const sizes = await Promise.all(files.map(async (file) => ({ file, bytes: (await stat(file)).size })))
  return sizes.reduce((largest, next) => (next.bytes > largest.bytes ? next : largest), { file: '', bytes: 0 })
}

/** The largest resident memory so far; Linux only. */
async function readMemory({ child }: ProductProcess): Promise<string> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024).toFixed(0)
}

/** Megabytes a second of several downloads at once. */
async function measure(url: string, megabytes: number): Promise<number> {
  const began = performance.now()
  await Promise.all(Array.from({ length: parallel }, () => download(url)))
  return (megabytes * parallel * 1000) / (performance.now() - began)
}

function download(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`))
      response.on('end', resolve).on('error', reject).resume()
    }).on('error', reject)
  })
}

async function uploadLesson(origin: string): Promise<string> {
  const call = async <Data>(method: string, path: string, token: string | null, body?: object): Promise<Data> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const response = await fetch(`${origin}/api${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { data: Data }).data
  }
  const { token } = await call<{ token: string }>('POST', '/sign-in', null, { email: 'admin@demo.id', password })
  const bytes = await createVideoFile({ seconds: 100, bytesPerSecond: 2_000_000 })
  const authorization = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const created = await fetch(`${origin}/api/uploads/tus`, { method: 'POST', headers: { ...authorization, 'upload-length': String(bytes.length) } })
  const location = created.headers.get('location') ?? ''
  await fetch(origin + location, {
    method: 'PATCH',
    headers: { ...authorization, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: bytes,
  })
  const [course] = await call<{ _id: string }[]>('GET', '/admin/courses', token)
  if (!course) throw new Error('The demo has no course')
  const body = { courseId: course._id, title: 'Video', type: 'video', source: 'upload', uploadId: location.split('/').at(-1) }
  const lesson = await call<{ _id: string }>('POST', '/courses/content/create', token, body)
  return (await call<{ videoUrl: string }>('GET', `/courses/${course._id}/content/${lesson._id}`, token)).videoUrl
}
