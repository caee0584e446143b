import type { SettingsInput } from '#contract/site/settings.ts'
import { ok } from '#contract/kit/endpoint.ts'
import type { Authoring } from '#server/catalog/authoring/index.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { accept } from '#server/platform/outcomes.ts'
import { answer } from '#server/serve.ts'
import type { Settings } from './settings/index.ts'

type Deps = { database: Database; settings: Settings; authoring: Authoring }

/** Saves the settings of the site, with what follows from them in other domains. */
async function saveSettings({ database, settings, authoring }: Deps, admin: Viewer, input: SettingsInput) {
  const problem = await settings.checkSite(input)
  if (problem) return problem
  return database.transaction(async (tx) => {
    const saved = await settings.saveSite(tx, input, admin)
    if (saved.outcome !== 'saved') return saved
    const { before, after } = saved
    await authoring.followReviewSetting(tx, {
      adminId: admin.id,
      before: before.courseReview,
      after: after.courseReview,
    })
    return saved
  })
}

export const settingsRoutes = (deps: Deps) => ({
  showSettings: answer(endpoints.settings.showSettings, async () => deps.settings.showSite()),

  saveSettings: endpoints.settings.saveSettings.handler(async ({ input, context, errors }) => {
    accept(await saveSettings(deps, context.viewer(), input), errors, 'saved')
    return ok(await deps.settings.showSite(), 'Pengaturan tersimpan.')
  }),
})
