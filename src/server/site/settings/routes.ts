import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { Settings } from './settings.ts'

export const settingsRoutes = (settings: Settings) => ({
  showSettings: endpoints.settings.showSettings.handler(async () => ok(await settings.showSite())),

  saveSettings: endpoints.settings.saveSettings.handler(async ({ input, context, errors }) => {
    accept(await settings.saveSite(input, context.viewer()), errors, 'saved')
    return ok(await settings.showSite(), 'Pengaturan tersimpan.')
  }),
})
