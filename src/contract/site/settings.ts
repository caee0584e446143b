import * as z from 'zod/mini'
import { at, adminEndpoint, response, staleError, stepUpErrors, knownVersion } from '#contract/kit/endpoint.ts'
import { everySetting } from './setting-table.ts'

/** The error of an announced code that no promo code has. */
export const unknownPromoCode = 'Kode promo ini belum ada'

/** Optimistic locking: a save with an outdated version is rejected. */
export const settingsInput = z.object({
  ...everySetting('input'),
  version: knownVersion,
})
export type SettingsInput = z.infer<typeof settingsInput>
/** The settings as they are entered, without their version. */
export type SettingsValues = Omit<SettingsInput, 'version'>

const shownSettings = z.object({
  ...everySetting('shown'),
  version: z.number(),
  /** Null before the first save (ISO 8601, UTC). */
  updatedAt: z.nullable(z.string()),
})
export type ShownSettings = z.infer<typeof shownSettings>

export const settingsContract = {
  showSettings: adminEndpoint
    .route(at('GET /admin/settings', 'The settings of the site'))
    .output(response(shownSettings)),
  saveSettings: adminEndpoint
    .meta({ access: 'admin', freshProof: 'by-input' })
    .route(at('PUT /admin/settings', 'Save the settings of the site'))
    .input(settingsInput)
    .output(response(shownSettings))
    .errors({ ...staleError, ...stepUpErrors }),
}
