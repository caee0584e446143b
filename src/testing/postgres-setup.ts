import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { realTimeEnvironment } from './environment.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresTemplateUrl: string
  }
}

/** Starts a PostgreSQL server and provides its URL to the tests. */
export default async function setup(project: TestProject) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'postgres-process.ts')], {
    env: realTimeEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ready = once(child.stdout, 'data') as Promise<[Buffer]>
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`PostgreSQL did not start (exit code ${String(code)})`)))
  const [line] = await Promise.race([ready, ended])
  // Its exit is expected from here on.
  ended.catch(() => {})
  project.provide('postgresTemplateUrl', line.toString().trim())
  return async () => {
    const exited = once(child, 'exit')
    child.stdin.end()
    await exited
  }
}
