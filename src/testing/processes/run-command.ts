import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { systemEnvironment } from './environment.ts'

export type CommandResult = { status: number | null; stdout: string; /** The error output. */ lines: string[] }

/** Starts an operator command in a child process. */
export function startCommand(
  name: string,
  env: Record<string, string>,
  ...args: string[]
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const child = spawn(process.execPath, [`src/server/process/commands/${name}.ts`, ...args], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...systemEnvironment(), ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    stdout,
    lines: stderr.trim().split('\n'),
  }))
  return { child, ended }
}

/** Runs an operator command to its end. */
export const runCommand = (name: string, env: Record<string, string>, ...args: string[]): Promise<CommandResult> =>
  startCommand(name, env, ...args).ended
