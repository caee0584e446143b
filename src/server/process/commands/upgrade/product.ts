import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#server/process/ensure-built.ts'
import { say, UsageError } from '#server/process/commands/run-command.ts'
import type { Config } from '#server/process/config/config.ts'
import { urlOf } from '#server/process/config/urls.ts'
import { commandFile, node, run, runInShell, StepFailed } from './run.ts'

// Stopping, starting and examining the product around an upgrade.

/** Shell commands of the operator's supervisor; without them this command starts the product itself, to examine it only. */
export type Supervisor = { stop: string | undefined; start: string | undefined }

type Address = Pick<Config, 'host' | 'port'>

const startMs = 10 * 60_000
const stopMs = 60_000

const reachable = ({ host, port }: Address): { host: string; port: number } => ({
  host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host,
  port,
})

const isRunning = (address: Address): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(reachable(address))
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })

/** Throws before anything is changed when the product runs and nobody said how to stop it. */
export async function assertStoppable(address: Address, { stop, start }: Supervisor): Promise<void> {
  if (Boolean(stop) !== Boolean(start)) throw new UsageError('--stop and --start go together')
  if (!stop && (await isRunning(address)))
    throw new UsageError(
      `the product runs at port ${address.port}: stop it first, or say how, such as --stop 'systemctl stop cendaki' --start 'systemctl start cendaki'`,
    )
}

/** When it cannot be stopped or is not to be stopped any more, it is started again. */
export async function stopProduct(address: Address, supervisor: Supervisor, ended: AbortSignal): Promise<void> {
  const { stop } = supervisor
  if (!stop) return
  try {
    await runInShell(stop)
    for (const until = performance.now() + stopMs; await isRunning(address);) {
      if (performance.now() > until) throw new StepFailed(`${stop}\nthe product still runs at port ${address.port}`)
      await pause(200)
    }
    ended.throwIfAborted()
  } catch (error) {
    await startAgain(supervisor)
    throw error
  }
}

/** After a failure, which is what the operator has to read: one of the start comes before it. */
export async function startAgain({ start }: Supervisor): Promise<void> {
  if (start) await runInShell(start).catch((error: Error) => say(error.message))
}

/** Starts the product and waits until everything works; a start migrates the database. Stops it again unless a supervisor runs it. */
export async function startAndVerify(
  address: Address,
  { start }: Supervisor,
  { ended, verify }: { ended: AbortSignal; verify: () => Promise<void> },
): Promise<void> {
  const own = start ? null : spawnProduct()
  try {
    if (start) await runInShell(start)
    await untilReady(address, own, ended)
    await verify()
  } finally {
    if (own?.child.exitCode === null) {
      own.child.kill('SIGINT')
      await once(own.child, 'exit')
    }
  }
}

type OwnProduct = { child: ChildProcess; output(): string }

function spawnProduct(): OwnProduct {
  const child = spawn(node, ['--max-semi-space-size=4', 'src/server/process/main.ts'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)))
  return { child, output: () => output }
}

async function untilReady(address: Address, own: OwnProduct | null, ended: AbortSignal): Promise<void> {
  const { host, port } = reachable(address)
  const url = urlOf(host, port)
  for (let until = performance.now() + startMs; performance.now() < until; await pause(500)) {
    ended.throwIfAborted()
    if (own && own.child.exitCode !== null) throw new StepFailed(`it did not start\n${own.output().trim()}`)
    const ready = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (!ready?.ok) {
      // It migrates, which may take long: a migration that is ended starts over.
      if (await isStarting(url)) until = performance.now() + startMs
      continue
    }
    const home = await fetch(url, { signal: AbortSignal.timeout(30_000), redirect: 'manual' }).catch(() => null)
    if (home?.ok) return
    throw new StepFailed(`the home page is answered with ${home?.status ?? 'nothing'}`)
  }
  throw new StepFailed(`it was not ready within ${startMs / 60_000} minutes${own ? `\n${own.output().trim()}` : ''}`)
}

async function isStarting(url: string): Promise<boolean> {
  const health = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  const body = (await health?.json().catch(() => null)) as { data?: { status?: unknown } } | null | undefined
  return body?.data?.status === 'starting'
}

/** Names of the doctor's red checks. */
export async function listRedChecks(): Promise<string[]> {
  const { status, output } = await run(node, [commandFile('doctor'), '--json'])
  const start = output.indexOf('{')
  if (start < 0 || (status !== 0 && status !== 1)) throw new StepFailed(`the doctor cannot examine it\n${output}`)
  const { checks } = JSON.parse(output.slice(start)) as { checks: { label: string; level: string; value: string }[] }
  return checks.filter(({ level }) => level === 'problem').map(({ label }) => label)
}
