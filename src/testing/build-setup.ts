import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '#server/process/ensure-built.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    installations: string
  }
}

/** Builds before the first test that starts the product, so that no test waits for it, and provides the folder of the installations that tests copy. */
export default async function setup(project: TestProject) {
  await ensureBuilt(() => {})
  const folder = await mkdtemp(join(tmpdir(), 'cendaki-installations-'))
  project.provide('installations', folder)
  return () => rm(folder, { recursive: true, force: true })
}
