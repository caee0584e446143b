import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresTemplateUrl: string
  }
}

/** Starts a real PostgreSQL beside the tests and tells them where it is. */
export default async function setup(project: TestProject) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'postgres-process.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ready = once(child.stdout, 'data') as Promise<[Buffer]>
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`PostgreSQL did not start (exit code ${String(code)})`)))
  const [line] = await Promise.race([ready, ended])
  // From here on its end is expected.
  ended.catch(() => {})
  project.provide('postgresTemplateUrl', line.toString().trim())
  return async () => {
    const exited = once(child, 'exit')
    child.stdin.end()
    await exited
  }
}
