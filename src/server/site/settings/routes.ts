import { unknownPromoCode } from '#contract/site/settings.ts'
import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Settings } from './settings.ts'

export const settingsRoutes = (settings: Settings) => ({
  showSettings: endpoints.settings.showSettings.handler(async () => ok(await settings.showSite())),

  saveSettings: endpoints.settings.saveSettings.handler(async ({ input, context, errors }) => {
    const outcome = await settings.saveSite(input, context.viewer())
    if (outcome === 'stale') throw errors.STALE()
    if (outcome === 'unknown-code') throw errors.INVALID_INPUT({ data: { errors: { 'announcement.promoCode': unknownPromoCode } } })
    if (outcome === 'step-up-required') throw errors.STEP_UP_REQUIRED()
    if (typeof outcome === 'object') throw errors.INVALID_INPUT({ data: { errors: { [outcome.field]: outcome.message } } })
    return ok(await settings.showSite(), 'Pengaturan tersimpan.')
  }),
})
