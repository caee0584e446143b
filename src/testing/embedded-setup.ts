import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate, openTemporaryDatabase } from '#server/platform/database/index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    embeddedSnapshot: string
  }
}

/** Migrates an embedded database once and provides its snapshot to all test files. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'cendaki-snapshot-'))
  const database = await openTemporaryDatabase()
  await migrate(database)
  const snapshot = await database.takeSnapshot()
  await database.close()
  const file = join(folder, 'migrated.tar')
  await writeFile(file, snapshot.stream())
  project.provide('embeddedSnapshot', file)
  return () => rm(folder, { recursive: true })
}
