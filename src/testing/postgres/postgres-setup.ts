import type { TestProject } from 'vitest/node'
import { realTimeEnvironment } from '#testing/processes/environment.ts'
import { startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresTemplateUrl: string
  }
}

/** Starts a PostgreSQL server and provides its URL to the tests. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres(realTimeEnvironment())
  project.provide('postgresTemplateUrl', url)
  return stop
}
