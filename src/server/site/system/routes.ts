import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import type { SystemModule } from './system.ts'

export const systemRoutes = (system: SystemModule) => ({
  showSystem: endpoints.system.showSystem.handler(async () => ok(await system.report())),
  sendTestMail: endpoints.system.sendTestMail.handler(async ({ context }) =>
    ok(await system.sendTestMail(context.viewer())),
  ),
})
