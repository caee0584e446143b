import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts a PostgreSQL server in a process of its own (see postgres-process.ts). Rejects when it exits before it is ready. */
export async function startPostgres(
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'postgres-process.ts')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ready = once(child.stdout, 'data') as Promise<[Buffer]>
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`PostgreSQL did not start (exit code ${String(code)})`)),
  )
  const [line] = await Promise.race([ready, ended])
  // Its exit is expected from here on.
  ended.catch(() => {})
  return {
    url: line.toString().trim(),
    async stop() {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}
