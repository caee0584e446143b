import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct, untilReady } from '../src/testing/product-process.ts'
import { createVideoFile } from '../src/testing/video-file.ts'

// Streams an uploaded video from the product and from a bare node:http file server in the same run. Only the ratio is comparable between
// machines. The baseline runs as a second process: `bench/media.ts baseline PORT FILE`.

const [mode, baselinePort = '3192', baselineFile = ''] = process.argv.slice(2)
const rounds = 5
const parallel = 4
const password = 'belajar123'

if (mode === 'baseline') {
  createServer((_, response) => {
    response.setHeader('content-type', 'video/webm')
    createReadStream(baselineFile).pipe(response)
  }).listen(Number(baselinePort), '127.0.0.1', () => process.stdout.write('Cendaki is ready at the baseline\n'))
} else await compare()

async function compare() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-media-bench-'))
  const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'on' })
  try {
    await untilReady(product)
    const address = product.origin + (await uploadLesson(product.origin))
    const file = join(dataDir, 'media', (await readdir(join(dataDir, 'media'))).find((name) => name !== 'incoming') ?? '')
    const baseline = await startProduct({ PORT: baselinePort }, [process.execPath, import.meta.filename, 'baseline', baselinePort, file])
    await untilReady(baseline)
    const megabytes = (await stat(file)).size / 1e6
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      ours.push(await measure(address, megabytes))
      bare.push(await measure(`http://127.0.0.1:${baselinePort}/`, megabytes))
    }
    const ratio = median(ours) / median(bare)
    const memory = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${product.child.pid}/status`, 'utf8').catch(() => ''))?.[1]
    process.stdout.write(
      `${parallel} at once of ${megabytes.toFixed(0)} MB: ${median(ours).toFixed(0)} MB/s, bare ${median(bare).toFixed(0)} MB/s, ratio ${ratio.toFixed(2)}\n`,
    )
    if (memory) process.stdout.write(`largest memory of the product: ${(Number(memory) / 1024).toFixed(0)} MB\n`)
    baseline.child.kill()
    if (ratio < 0.8) process.exitCode = 1
  } finally {
    product.child.kill()
    await product.exited
    await rm(dataDir, { recursive: true, force: true })
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Megabytes a second of several downloads at once. */
async function measure(url: string, megabytes: number): Promise<number> {
  const began = performance.now()
  await Promise.all(Array.from({ length: parallel }, () => download(url)))
  return (megabytes * parallel * 1000) / (performance.now() - began)
}

const download = (url: string) =>
  new Promise<void>((resolve, reject) => {
    get(url, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.on('end', resolve).on('error', reject).resume()
    }).on('error', reject)
  })

async function uploadLesson(origin: string): Promise<string> {
  const call = async (method: string, path: string, token: string | null, body?: object) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const response = await fetch(`${origin}/api${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { data: any }).data
  }
  const { token } = await call('POST', '/sign-in', null, { email: 'admin@cendaki.example', password })
  const bytes = await createVideoFile({ seconds: 100, bytesPerSecond: 2_000_000 })
  const authorization = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const created = await fetch(`${origin}/api/uploads/tus`, { method: 'POST', headers: { ...authorization, 'upload-length': String(bytes.length) } })
  const location = created.headers.get('location') ?? ''
  await fetch(origin + location, {
    method: 'PATCH',
    headers: { ...authorization, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: bytes,
  })
  const [course] = await call('GET', '/admin/courses', token)
  const body = { courseId: course._id, title: 'Video', type: 'video', source: 'upload', uploadId: location.split('/').at(-1) }
  const lesson = await call('POST', '/courses/content/create', token, body)
  return (await call('GET', `/courses/${course._id}/content/${lesson._id}`, token)).videoUrl
}
