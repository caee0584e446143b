import type { FirstStep, Overview } from '#contract/site/overview.ts'
import { settingTable } from '#contract/site/setting-table.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Commerce } from '#server/commerce/index.ts'
import { listRuns } from '#server/platform/backup/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { MailTransport } from '#server/platform/mail/index.ts'
import type { Settings } from '#server/site/settings/index.ts'

export type FirstStepDeps = {
  database: Database
  settings: Settings
  commerce: Commerce
  catalog: Pick<Catalog, 'areCategoriesChosen'>
  mailTransport: Pick<MailTransport, 'isExternal'>
  hasDemo: () => Promise<boolean>
}

/** Which steps of the first hour of a site are done. Leaving the demo is one only where the demo is. */
export async function listFirstSteps(
  { database, settings, commerce, catalog, mailTransport, hasDemo }: FirstStepDeps,
  { hasLessons }: { hasLessons: boolean },
): Promise<Overview['firstSteps']> {
  const site = await settings.readSite()
  const runs = await listRuns(database, 10)
  const done: Record<Exclude<FirstStep, 'demo'>, boolean> = {
    site: site.name !== settingTable.name.initial || site.logo !== null,
    legal: site.contactEmail !== '' && site.seller.address !== '',
    mail: mailTransport.isExternal,
    payments: commerce.browser.mode === 'live',
    categories: await catalog.areCategoriesChosen(),
    course: hasLessons,
    backup: runs.some(({ finishedAt, failure }) => finishedAt !== null && failure === null),
  }
  const own = (Object.keys(done) as (keyof typeof done)[]).map((step) => ({ step, isDone: done[step] }))
  return (await hasDemo()) ? [{ step: 'demo', isDone: false }, ...own] : own
}
