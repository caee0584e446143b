import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#server/process/ensure-built.ts'

/** A program of an upgrade failed. The message is for the operator. */
export class StepFailed extends Error {
  override name = 'StepFailed'
}

export type Ended = { status: number | null; output: string }

/** A program apart does not get what a terminal sends to all of its programs, such as Ctrl+C: it ends by itself, or with `ended`. */
type Way = { isApart: true; ended?: AbortSignal }

/** Runs a program in the project's folder to its end, whatever its exit code. Throws the reason of `ended` once it has ended with all that it started. */
export async function run(program: string, args: readonly string[], way?: Way): Promise<Ended> {
  const ended = way?.ended
  ended?.throwIfAborted()
  const child = spawn(program, args, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: way !== undefined,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const end = () => endGroup(child)
  ended?.addEventListener('abort', end)
  const status = await endOf(child, 'close').finally(() => ended?.removeEventListener('abort', end))
  ended?.throwIfAborted()
  return { status, output: output.trim() }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM')
  } catch (error) {
    // It has just ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Like `run`; throws StepFailed with the end of the output unless the exit code is 0. */
export async function runWell(program: string, args: readonly string[], way?: Way): Promise<string> {
  const { status, output } = await run(program, args, way)
  if (status !== 0) throw new StepFailed(`${[program, ...args].join(' ')}\n${output.split('\n').slice(-15).join('\n')}`)
  return output
}

/** A command of the operator, in a shell. What it starts may go on running, so nothing waits for the end of its output. */
export async function runInShell(command: string): Promise<void> {
  const status = await endOf(
    spawn(command, { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'], shell: true }),
    'exit',
  )
  if (status !== 0) throw new StepFailed(`${command}: exit code ${status}`)
}

const endOf = (child: ChildProcess, event: 'close' | 'exit'): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once(event, resolve)
  })

/** From now on a signal does not end this process, and nobody needs to read its output: the connection of its terminal may be lost. */
export function outliveSignals(): AbortSignal {
  const ended = new AbortController()
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => ended.abort(new StepFailed(`it was ended by ${signal}`)))
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', () => {})
  return ended.signal
}

/** The Node of the version that is installed now, which is not the one of this process once packages were installed. */
export const node = join(projectRoot, 'node_modules/.bin/node')

export const commandFile = (name: string): string => join(projectRoot, `src/server/process/commands/${name}.ts`)
