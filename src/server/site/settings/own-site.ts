import { neutralHome } from '#contract/site/home-settings.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { settings } from './tables.ts'

/** Gives a site whose settings nobody has saved a home page that names no subject. Returns false where there are settings. */
export async function beginOwnSite(tx: Tx, now: Date): Promise<boolean> {
  const made = await tx
    .insert(settings)
    .values({ key: 'site', value: neutralHome, updatedAt: now })
    .onConflictDoNothing()
    .returning({ key: settings.key })
  return made.length > 0
}
