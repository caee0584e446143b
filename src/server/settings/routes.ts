import { ok } from '#contract/endpoint.ts'
import { endpoints } from '#server/http/index.ts'
import type { Settings } from './settings.ts'

export const settingsRoutes = (settings: Settings) => ({
  showSettings: endpoints.settings.showSettings.handler(async () => ok(await settings.showSite())),

  saveSettings: endpoints.settings.saveSettings.handler(async ({ input, context, errors }) => {
    if ((await settings.saveSite(input, context.viewer().id)) === 'stale') throw errors.STALE()
    return ok(await settings.showSite(), 'Pengaturan tersimpan.')
  }),
})
