import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProxy } from '#testing/postgres/proxy.ts'
import { startPostgres } from '#testing/postgres/start-postgres.ts'
import { startProduct, untilReady, type ProductProcess } from '#testing/processes/product-process.ts'
import { callApi, startShop, type Call, type ShopOptions } from '#testing/processes/shop-processes.ts'
import { openSql } from '#testing/sql.ts'

// Resources of scenarios. Declared by `await using`, each ends with the block it is declared in.

const endedBy = <Resource extends object>(
  resource: Resource,
  end: () => Promise<unknown>,
): Resource & AsyncDisposable => Object.assign(resource, { [Symbol.asyncDispose]: async () => void (await end()) })

export async function makeFolder() {
  const path = await mkdtemp(join(tmpdir(), 'cendaki-bench-'))
  return endedBy({ path }, () => rm(path, { recursive: true, force: true }))
}

/** Ends the processes that are started with this, and waits for them. */
export async function stopProduct({ child, exited }: ProductProcess): Promise<void> {
  child.kill('SIGTERM')
  await exited
}

/** Starts a process as startProduct() does, and waits until it listens. */
export async function runProcess(...options: Parameters<typeof startProduct>) {
  const product = await startProduct(...options)
  await using onFailure = new AsyncDisposableStack()
  onFailure.defer(() => stopProduct(product))
  await untilReady(product)
  onFailure.move()
  return endedBy(product, () => stopProduct(product))
}

/** Starts a product with a data folder of its own, which `fill` can fill first. */
export async function runProduct(
  env: Record<string, string> = {},
  fill: (dataDir: string) => Promise<void> = async () => {},
) {
  await using onFailure = new AsyncDisposableStack()
  const { path: dataDir } = onFailure.use(await makeFolder())
  await fill(dataDir)
  const product = onFailure.use(await runProcess({ DATA_DIR: dataDir, ...env }))
  const all = onFailure.move()
  return endedBy({ ...product, dataDir }, () => all.disposeAsync())
}

/** Starts a PostgreSQL server with an empty, migrated database. */
export async function runPostgres() {
  const server = await startPostgres()
  return endedBy(server, () => server.stop())
}

/** Opens connections for statements of the measurement itself. */
export function connect(url: string, max = 2) {
  const sql = openSql(url, { max })
  return endedBy(sql, () => sql.end())
}

/** Starts several products that sell, with one payment provider. */
export async function runShop(options: ShopOptions) {
  const shop = await startShop(options)
  return endedBy(shop, () => shop.close())
}

export async function runProxy(ports: readonly number[]) {
  const proxy = await startProxy(ports)
  return endedBy(proxy, () => proxy.close())
}

export const signIn = async (origin: string, email: string, password = 'belajar123'): Promise<string> =>
  (await call<{ token: string }>(origin, '/sign-in', { method: 'POST', body: { email, password } })).token

/** Calls the API and returns the data; throws on any other status than success. */
export async function call<Data>(origin: string, path: string, options: Call = {}): Promise<Data> {
  const { status, body } = await callApi(origin, path, options)
  if (status < 200 || status > 299)
    throw new Error(`${options.method ?? 'GET'} ${path} returned ${status}: ${JSON.stringify(body)}`)
  return body?.data as Data
}

/** Resident memory in megabytes: now, and the highest since the start. Linux only. */
export async function readMemory({ child }: ProductProcess): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

const statFields = async (pid: number | string): Promise<string[]> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
// utime and stime, in hundredths of a second.
const cpuSecondsIn = (fields: readonly string[]): number => (Number(fields[11]) + Number(fields[12])) / 100

/** Seconds of processor time since the start. Linux only. */
export const readCpuSeconds = async ({ child }: ProductProcess): Promise<number> =>
  cpuSecondsIn(await statFields(child.pid ?? 0))

/** The same of the worker processes that run now. */
export async function readWorkerCpuSeconds({ child }: ProductProcess): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // A process may end while it is looked at.
  const found = await Promise.all(pids.map((pid) => statFields(pid).catch(() => [])))
  return found
    .filter(([, parent]) => parent === String(child.pid))
    .reduce((sum, fields) => sum + cpuSecondsIn(fields), 0)
}
