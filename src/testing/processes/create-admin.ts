import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { systemEnvironment } from './environment.ts'

/** Runs `npm run create-admin` in a child process. */
export function runCreateAdmin(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['src/server/process/commands/create-admin.ts', ...args],
    {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...systemEnvironment(), ...env },
      encoding: 'utf8',
    },
  )
  return { status, stdout, lines: stderr.trim().split('\n') }
}

export const passwordIn = (text: string): string => /one-time password\s+(\S+)/.exec(text)?.[1] ?? ''
