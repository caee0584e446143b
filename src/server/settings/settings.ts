import { eq, sql } from 'drizzle-orm'
import { shows, type Changes } from '#server/changes/index.ts'
import type { Database, Queryable, Transaction } from '#server/database/index.ts'
import { siteSettings, type SiteSettings } from './site-settings.ts'
import { settings } from './tables.ts'

const siteKey = 'site'

export type Settings = ReturnType<typeof createSettings>

export function createSettings({ database, changes }: { database: Database; changes: Changes }) {
  async function read(queryable: Queryable): Promise<SiteSettings> {
    const [row] = await queryable.select({ value: settings.value }).from(settings).where(eq(settings.key, siteKey))
    return siteSettings.parse(row?.value ?? {})
  }

  return {
    /** The site's settings, defaults filled in. Pass the open transaction if there is one. */
    readSite(tx?: Transaction): Promise<SiteSettings> {
      shows('settings')
      return read(tx ?? database.query)
    },

    async writeSite(tx: Transaction, patch: Partial<SiteSettings>): Promise<void> {
      const value = siteSettings.parse({ ...(await read(tx)), ...patch })
      await tx
        .insert(settings)
        .values({ key: siteKey, value })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } })
      await changes.changed(tx, ['settings'])
    },
  }
}
