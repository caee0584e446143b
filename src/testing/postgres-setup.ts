import type { TestProject } from 'vitest/node'
import { startPostgresServer, templateName } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresTemplateUrl: string
  }
}

export default async function setup(project: TestProject) {
  const server = await startPostgresServer()
  project.provide('postgresTemplateUrl', server.urlOf(templateName))
  return () => server.stop()
}
