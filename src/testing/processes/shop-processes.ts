import { randomBytes, createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hourMs } from '#contract/kit/durations.ts'
import { migrate, openDatabase } from '#server/platform/database/index.ts'
import { end, seedStudents, startProcess, type Student } from '#testing/chaos/processes.ts'
import type { PayerAct, SandboxCommand, SandboxProcessOptions } from '#testing/chaos/sandbox-process.ts'
import { freePorts, startProduct, untilReady, type ProductProcess } from './product-process.ts'
import { openSql, type Sql } from '#testing/sql.ts'

// Whole products on one PostgreSQL with one payment provider, for tests and measurements of several processes.

const keys = { serverKey: 'SIM-server-shop', clientKey: 'SIM-client-shop', merchantId: 'SIM-merchant' }
const publicUrl = 'http://cendaki.test'

export type ShopOptions = {
  /** PostgreSQL itself, for what is filled in. */
  directUrl: string
  /** Settings of every process: DATABASE_URL and more. */
  env: Record<string, string>
  processes: number
  students: number
}

export type Call = { method?: string; token?: string; body?: object; timeoutMs?: number; signal?: AbortSignal }
export type CallResult = { status: number; body: { data?: unknown } | null }
export type Shop = Awaited<ReturnType<typeof startShop>>

/** Starts the processes, with published courses of one lesson each, students and their instructor. */
export async function startShop({ directUrl, env, processes, students: studentCount }: ShopOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'cendaki-shop-'))
  const database = await openDatabase({ databaseUrl: directUrl })
  await migrate(database)
  await database.close()
  const sql = openSql(directUrl, { max: 2 })
  const [sandboxPort = 0, ...ports] = await freePorts(processes + 1)
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandbox = await startProcess('sandbox-process.ts', {
    port: sandboxPort,
    appPorts: ports,
    publicUrl,
    seed: 1,
    keys,
  } satisfies SandboxProcessOptions)
  const products: ProductProcess[] = []
  const dataDirOf = (port: number) => join(folder, String(port))

  async function startOne(port: number): Promise<ProductProcess> {
    const product = await startProduct({
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataDirOf(port),
      MIDTRANS_SERVER_KEY: keys.serverKey,
      MIDTRANS_CLIENT_KEY: keys.clientKey,
      MIDTRANS_SNAP_BASE: `${sandboxUrl}/snap/v1`,
      MIDTRANS_CORE_BASE: sandboxUrl,
      MIDTRANS_SNAP_JS: `${sandboxUrl}/snap/snap.js`,
      LOG_LEVEL: 'fatal',
      ...env,
    })
    await untilReady(product)
    return product
  }

  async function close(): Promise<void> {
    for (const product of products) {
      // One that is stopped does not see a signal that ends it.
      product.child.kill('SIGCONT')
      product.child.kill('SIGKILL')
      await product.exited
    }
    await end(sandbox)
    await sql.end()
    await rm(folder, { recursive: true, force: true })
  }

  async function sendCommand(command: SandboxCommand): Promise<unknown> {
    const response = await fetch(`${sandboxUrl}/chaos`, { method: 'POST', body: JSON.stringify(command) })
    return response.json()
  }

  try {
    for (const port of ports) products.push(await startOne(port))
    await sendCommand({ command: 'quiet' })
    const students = await seedStudents(sql, studentCount)
    const instructorToken = await signInInstructor(sql)
    return {
      products,
      ports,
      dataDirs: ports.map(dataDirOf),
      sandboxUrl,
      students,
      instructorToken,
      /** Starts the process of this port again. */
      async restart(index: number): Promise<void> {
        products[index] = await startOne(ports[index] ?? 0)
      },
      act: (orderId: string, act: PayerAct) => sendCommand({ command: 'act', orderId, act }),
      report: () => sendCommand({ command: 'report' }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Who teaches the first course; others may earn with it. */
async function signInInstructor(sql: Sql): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  const now = new Date()
  await sql`insert into sessions (id, token_hash, user_id, created_at, last_used_at, expires_at)
    select gen_random_uuid(), ${hash}, instructor_id, ${now}, ${now}, ${new Date(now.getTime() + hourMs)} from courses order by id limit 1`
  return token
}

/** Calls the API; status 0 when there is no response in time. */
export async function callApi(
  origin: string,
  path: string,
  { method = 'GET', token, body, timeoutMs = 15_000, signal }: Call = {},
): Promise<CallResult> {
  try {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    })
    return { status: response.status, body: (await response.json()) as CallResult['body'] }
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return { status: 0, body: null }
    throw error
  }
}

/** Milliseconds until `isDone` holds. */
export async function msUntil(isDone: () => Promise<boolean>, limitMs: number): Promise<number> {
  const began = performance.now()
  while (!(await isDone())) {
    if (performance.now() - began > limitMs) throw new Error(`Not within ${limitMs} ms`)
    await pause(10)
  }
  return performance.now() - began
}

export type { Student }
