import { runCommand } from './run-command.ts'

/** Runs `npm run create-admin` in a child process. */
export const runCreateAdmin = (env: Record<string, string>, ...args: string[]) =>
  runCommand('create-admin', env, ...args)

export const passwordIn = (text: string): string => /one-time password\s+(\S+)/.exec(text)?.[1] ?? ''
