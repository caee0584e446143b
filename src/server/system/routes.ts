import { ok } from '#contract/endpoint.ts'
import { endpoints } from '#server/http/index.ts'
import type { SystemModule } from './system.ts'

export const systemRoutes = (system: SystemModule) => ({
  showSystem: endpoints.system.showSystem.handler(async () => ok(await system.report())),
})
