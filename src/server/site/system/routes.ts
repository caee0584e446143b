import { endpoints } from '#server/endpoints.ts'
import type { SystemModule } from './system.ts'
import { answer, serve } from '#server/serve.ts'

export const systemRoutes = (system: SystemModule) => ({
  showSystem: answer(endpoints.system.showSystem, async () => system.report()),
  sendTestMail: serve(endpoints.system.sendTestMail, async (viewer) => system.sendTestMail(viewer)),
})
