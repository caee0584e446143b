import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pick, seededRandom } from '../src/testing/chaos/seeded-random.ts'
import { startPostgresServer } from '../src/testing/postgres-server.ts'
import { startProduct, untilReady, type ProductProcess } from '../src/testing/product-process.ts'
import { report } from './report.ts'

// Measures the memory of the product's process on Linux: the peak of a first start, which builds the pages and fills in the demo, and
// what is resident after mixed requests, on both databases. Also prints the time of warm starts.

const requestCount = Number(process.argv[2] ?? 10_000)
const atOnce = 8
const metricsToken = 'token-of-the-benchmark-for-metrics'
/** As the Dockerfile and the systemd unit set it. */
const allocator = { MALLOC_ARENA_MAX: '2' }
const goals = { firstStart: 600, embedded: 450, postgres: 200 }

/** Resident memory in megabytes: now, and the highest since the start. */
async function readMemory({ child }: ProductProcess): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

const reportMemory = (name: string, megabytes: number, goal: number): void => report(megabytes < goal, `${name}: ${megabytes} MB (goal: below ${goal})`)

/** Where the memory is, in megabytes: JavaScript objects, and what they hold outside, such as buffers. */
async function readHeap({ origin }: ProductProcess): Promise<string> {
  const text = await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  const megabytes = (name: string) => Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1024 ** 2)
  return `heap ${megabytes('nodejs_heap_size_used_bytes')} of ${megabytes('nodejs_heap_size_total_bytes')} MB, outside ${megabytes('nodejs_external_memory_bytes')} MB`
}

async function start(env: Record<string, string>, flags: readonly string[] = []): Promise<ProductProcess> {
  const product = await startProduct({ LOG_LEVEL: 'fatal', DEMO: 'on', METRICS_TOKEN: metricsToken, ...allocator, ...env }, [
    process.execPath,
    ...flags,
    'src/server/main.ts',
  ])
  await untilReady(product)
  return product
}

async function stop({ child, exited }: ProductProcess): Promise<void> {
  child.kill('SIGTERM')
  await exited
}

type Ids = { courses: string[]; ebooks: string[]; certificates: string[] }
type Kind = { share: number; path(ids: Ids, random: () => number): string; as?: 'student' | 'instructor' | 'admin' }

const words = ['laravel', 'desain', 'python', 'data excel', 'fotografi', 'phyton', 'pemula', 'golang jaringan', 'zzzzqqqq']

/** What is asked for, in the shares of a normal day with more of what is expensive. */
const kinds: readonly Kind[] = [
  { share: 12, path: (_, random) => pick(random, ['/', '/kelas', '/sale', '/e-books', '/tips', '/auth/sign-in', '/tidak-ada']) },
  { share: 12, path: ({ courses }, random) => `/kelas/details/${pick(random, courses)}` },
  { share: 6, path: ({ ebooks }, random) => `/e-book/${pick(random, ebooks)}` },
  { share: 10, path: (_, random) => `/kelas?q=${encodeURIComponent(`${pick(random, words)} ${Math.floor(random() * 1000)}`)}` },
  { share: 10, path: (_, random) => `/api/courses?q=${encodeURIComponent(`${pick(random, words)} ${Math.floor(random() * 1e6)}`)}` },
  { share: 6, path: (_, random) => `/api/search/suggestions?q=${encodeURIComponent(pick(random, words).slice(0, 4))}` },
  { share: 8, path: ({ courses }, random) => `/cover/web/${pick(random, courses)}.svg` },
  { share: 2, path: ({ courses }, random) => `/cover/${pick(random, courses)}.png` },
  { share: 8, as: 'student', path: () => '/api/me' },
  { share: 8, as: 'student', path: () => '/api/courses/enrolled' },
  { share: 4, as: 'student', path: ({ courses }, random) => `/api/courses/${pick(random, courses)}` },
  { share: 4, as: 'student', path: () => '/api/my-transaction' },
  { share: 2, as: 'instructor', path: () => '/api/admin/overview?days=30' },
  { share: 2, as: 'admin', path: () => '/api/admin/transactions?limit=20' },
  { share: 2, as: 'admin', path: () => '/api/admin/students?limit=20' },
  { share: 1, as: 'admin', path: () => '/api/admin/transactions/export' },
  { share: 1, path: ({ certificates }, random) => `/certificate/${pick(random, certificates)}.pdf` },
]
const mix = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))

async function sendMixed({ origin }: ProductProcess): Promise<Map<string, number>> {
  const get = async (path: string, token?: string) => fetch(origin + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  const data = async <Data>(path: string, token?: string) => ((await (await get(path, token)).json()) as { data: Data }).data
  const signIn = async (email: string) => {
    const body = JSON.stringify({ email, password: 'belajar123' })
    const response = await fetch(`${origin}/api/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await response.json()) as { data: { token: string } }).data.token
  }
  const tokens = { student: await signIn('siswa@demo.id'), instructor: await signIn('pengajar@demo.id'), admin: await signIn('admin@demo.id') }
  const idsOf = async (path: string, token?: string) => (await data<{ _id: string }[]>(path, token)).map(({ _id }) => _id)
  const ids: Ids = {
    courses: await idsOf('/api/courses?limit=50'),
    ebooks: await idsOf('/api/ebooks?limit=50'),
    certificates: await idsOf('/api/admin/certificates?limit=50', tokens.admin),
  }
  const random = seededRandom(7)
  const statuses = new Map<string, number>()
  let sent = 0
  const client = async () => {
    while (sent++ < requestCount) {
      const { path, as } = pick(random, mix)
      const response = await get(path(ids, random), as && tokens[as])
      await response.arrayBuffer()
      const shown = `${response.status}`
      statuses.set(shown, (statuses.get(shown) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return statuses
}

async function measure(name: 'embedded' | 'postgres', env: Record<string, string>): Promise<void> {
  const began = performance.now()
  const product = await start(env)
  process.stdout.write(`      ${name}: warm start in ${Math.round(performance.now() - began)} ms\n`)
  try {
    const idle = await readMemory(product)
    const statuses = await sendMixed(product)
    const { now, peak } = await readMemory(product)
    const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')
    process.stdout.write(`      ${name}: ${idle.now} MB after the start, peak ${peak} MB; ${await readHeap(product)}; ${counts}\n`)
    reportMemory(`${name}, after ${requestCount} requests`, now, goals[name])
  } finally {
    await stop(product)
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-memory-'))
const server = await startPostgresServer()
try {
  // As on a fresh copy of the project.
  await rm('dist/built-from', { force: true })
  // As on a machine with little memory, see limitMemory() of the embedded database.
  const first = await start({ DATA_DIR: dataDir }, ['--liftoff-only'])
  const { peak } = await readMemory(first)
  await stop(first)
  reportMemory('first start, embedded', peak, goals.firstStart)
  await measure('embedded', { DATA_DIR: dataDir })
  const onServer = { DATA_DIR: await mkdtemp(join(dataDir, 'server-')), DATABASE_URL: server.urlOf('postgres') }
  await stop(await start(onServer))
  await measure('postgres', onServer)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
