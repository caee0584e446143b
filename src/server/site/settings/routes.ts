import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { Settings } from './settings.ts'
import { answer } from '#server/serve.ts'

export const settingsRoutes = (settings: Settings) => ({
  showSettings: answer(endpoints.settings.showSettings, async () => settings.showSite()),

  saveSettings: endpoints.settings.saveSettings.handler(async ({ input, context, errors }) => {
    accept(await settings.saveSite(input, context.viewer()), errors, 'saved')
    return ok(await settings.showSite(), 'Pengaturan tersimpan.')
  }),
})
