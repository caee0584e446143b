import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { print, report } from './support/measure.ts'
import { makeFolder, stopProduct } from './support/resources.ts'
import { canBuildMeanwhile } from '#server/process/create-database-early.ts'
import { stampPath } from '#server/process/ensure-built.ts'
import { startProduct, type ProductProcess } from '#testing/processes/product-process.ts'

// Measures a first start with demo, as of a fresh copy, and a second one: until the product serves everything, in stages, each of which is a
// process. Linux only. Processor seconds are comparable on a busy machine; times are not.

const goals = { firstMs: 18_000, warmMs: 2_000, megabytes: 1024 }
const everyMs = 50

const stages: Record<string, string> = {
  'build.ts': 'building',
  'create-database.ts': 'creating the database',
  'fill-demo.js': 'filling in the demo',
  'main.ts': 'the product itself',
}

type Stage = { from: number; to: number; cpuSeconds: number; peakMb: number }

export async function run(): Promise<void> {
  await using folder = await makeFolder()
  const env = { DATA_DIR: join(folder.path, 'data'), DEMO: 'on' }
  await rm('dist', { recursive: true, force: true })
  const first = await measureStart('first start', env)
  report(
    first.ms <= goals.firstMs,
    `first start: ready after ${seconds(first.ms)} s (goal: at most ${seconds(goals.firstMs)})`,
  )
  if (canBuildMeanwhile()) print(`first start: ${first.peakMb} MB at once, with memory to build meanwhile`)
  else
    report(
      first.peakMb <= goals.megabytes,
      `first start: ${first.peakMb} MB at once (goal: at most ${goals.megabytes})`,
    )
  const warm = await measureStart('warm start', env)
  report(
    warm.ms <= goals.warmMs,
    `warm start: ready after ${seconds(warm.ms)} s (goal: at most ${seconds(goals.warmMs)})`,
  )
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

async function measureStart(name: string, env: Record<string, string>): Promise<{ ms: number; peakMb: number }> {
  const began = performance.now()
  const product = await startProduct(env)
  try {
    const watch = watchProcesses(product, began)
    while (!(await isReady(product))) {
      if (product.child.exitCode !== null) throw new Error(product.output())
      await pause(everyMs)
    }
    const ms = performance.now() - began
    const { found, peakMb } = await watch.end()
    // The build goes on compressing, and a process that stops before its end would leave a second start to begin again.
    while (!existsSync(stampPath)) await pause(everyMs)
    for (const [stage, { from, to, cpuSeconds, peakMb: own }] of found)
      print(
        `${name}, ${stage}: ${seconds(from)}–${seconds(to)} s, ${cpuSeconds.toFixed(1)} s of processor time, ${own} MB`,
      )
    const total = [...found.values()].reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
    print(`${name}: ${total.toFixed(1)} s of processor time`)
    return { ms, peakMb }
  } finally {
    await stopProduct(product)
  }
}

const isReady = ({ origin }: ProductProcess): Promise<boolean> =>
  fetch(`${origin}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Looks at the process and those that it started until `end` is called; a process that ended is known by the last look at it. */
function watchProcesses({ child }: ProductProcess, began: number) {
  const found = new Map<string, Stage>()
  let peakMb = 0
  const watch = new AbortController()
  const watching = (async () => {
    while (!watch.signal.aborted) {
      const now = performance.now() - began
      const running = await listProcesses(child.pid ?? 0)
      peakMb = Math.max(peakMb, Math.round(running.reduce((sum, { megabytes }) => sum + megabytes, 0)))
      for (const { stage, cpuSeconds, peak } of running) {
        const known = found.get(stage)
        found.set(stage, { from: known?.from ?? now, to: now, cpuSeconds, peakMb: peak })
      }
      await pause(everyMs)
    }
  })()
  return {
    async end() {
      watch.abort()
      await watching
      return { found, peakMb }
    },
  }
}

type Running = { stage: string; cpuSeconds: number; megabytes: number; peak: number }

async function listProcesses(root: number): Promise<Running[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = new Map<number, number>()
  const cpu = new Map<number, number>()
  for (const pid of all) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    parents.set(Number(pid), Number(fields[1]))
    // utime and stime, in hundredths of a second.
    cpu.set(Number(pid), (Number(fields[11]) + Number(fields[12])) / 100)
  }
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  const running = await Promise.all(
    [...parents.keys()].filter(isOurs).map(async (pid) => {
      const [status, command] = await Promise.all(
        ['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      const kilobytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status ?? '')?.[1] ?? 0)
      const script = basename((command ?? '').split('\0').find((part) => /\.[tj]s$/.test(part)) ?? 'another process')
      return {
        stage: stages[script] ?? script,
        cpuSeconds: cpu.get(pid) ?? 0,
        megabytes: kilobytes('VmRSS') / 1024,
        peak: Math.round(kilobytes('VmHWM') / 1024),
      }
    }),
  )
  return running.filter(({ peak }) => peak > 0)
}
