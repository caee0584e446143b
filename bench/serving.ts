import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { median } from './quantile.ts'

// Measures cached responses against a bare node:http server that sends the same bytes in the same run, and rendering
// without a cached page. Only the ratios are comparable between machines.

const port = 3190
const baselinePort = 3191
const origin = `http://127.0.0.1:${port}`
const seconds = Number(process.argv[2] ?? 4)
const rounds = 3
const headers = { 'accept-encoding': 'br', accept: 'text/html' }

async function startProduct(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/server/process/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (;;) {
    const ready = await fetch(`${origin}/api/ready`).catch(() => null)
    if (ready?.ok) return child
    if (child.exitCode !== null) throw new Error('the product did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Returns the raw response: compressed bytes and headers. */
function fetchRaw(path: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(origin + path, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const excluded = ['date', 'connection', 'keep-alive', 'transfer-encoding']
        const sent = Object.entries(response.headers).flatMap(([name, value]) => (typeof value === 'string' && !excluded.includes(name) ? [[name, value]] : []))
        resolve({ headers: Object.fromEntries(sent) as Record<string, string>, body: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })
}

/** Starts a server that only sends these bytes, in a separate process like the product. */
async function startBaseline(path: string, folder: string): Promise<ChildProcess> {
  const raw = await fetchRaw(path)
  const file = join(folder, 'baseline.json')
  await writeFile(file, JSON.stringify({ headers: raw.headers, body: raw.body.toString('base64') }))
  const child = spawn(process.execPath, [import.meta.filename, 'baseline', file], { stdio: ['ignore', 'inherit', 'inherit'] })
  for (;;) {
    if (await fetch(`http://127.0.0.1:${baselinePort}/`).catch(() => null)) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function load(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 20, duration: seconds, headers })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} rejected, ${result.errors} errors`)
  return result.requests.average
}

async function stop(child: ChildProcess) {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

async function compare(path: string, folder: string) {
  const baseline = await startBaseline(path, folder)
  const product: number[] = []
  const bare: number[] = []
  // The runs alternate, so that other load affects both equally.
  for (let round = 0; round < rounds; round++) {
    product.push(await load(origin + path))
    bare.push(await load(`http://127.0.0.1:${baselinePort}/`))
  }
  await stop(baseline)
  return {
    path,
    'product (requests/s)': Math.round(median(product)),
    'bare node:http': Math.round(median(bare)),
    ratio: Number((median(product) / median(bare)).toFixed(2)),
  }
}

if (process.argv[2] === 'baseline') {
  const { headers: sent, body } = JSON.parse(await readFile(process.argv[3] ?? '', 'utf8')) as { headers: Record<string, string>; body: string }
  const bytes = Buffer.from(body, 'base64')
  createServer((_, response) => response.writeHead(200, sent).end(bytes)).listen(baselinePort, '127.0.0.1')
} else {
  const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-bench-'))
  const child = await startProduct(dataDir)
  try {
    process.stdout.write('\nCached responses against a bare server sending the same bytes (goal: ratio ≥ 0.8)\n')
    process.stdout.write(`${JSON.stringify(await compare('/', dataDir), null, 2)}\n`)
    process.stdout.write(`${JSON.stringify(await compare('/api/courses?limit=24', dataDir), null, 2)}\n`)
    const rendered = await load(`${origin}/kelas?level=Pemula&type=premium&sort=newest`)
    const cached = await load(`${origin}/kelas`)
    process.stdout.write(`\nRendering a list page: ${Math.round(rendered)} pages/s; the same page cached: ${Math.round(cached)}/s\n`)
  } finally {
    await stop(child)
    await rm(dataDir, { recursive: true })
  }
}
