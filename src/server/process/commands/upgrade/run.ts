import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#server/process/web-build/index.ts'

/** A program of an upgrade failed. The message is for the operator. */
export class StepFailed extends Error {
  override name = 'StepFailed'
}

export type Ended = { status: number | null; output: string }

/** Runs a program in the project's folder to its end, whatever its exit code. */
export async function run(program: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await endOf(child, 'close')
  return { status, output: output.trim() }
}

/** Like `run`; throws StepFailed with the end of the output unless the exit code is 0. */
export async function runWell(program: string, args: readonly string[]): Promise<string> {
  const { status, output } = await run(program, args)
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

/** The Node of the version that is installed now, which is not the one of this process once packages were installed. */
export const node = join(projectRoot, 'node_modules/.bin/node')

export const commandFile = (name: string): string => join(projectRoot, `src/server/process/commands/${name}.ts`)
