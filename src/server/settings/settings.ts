import { eq, sql } from 'drizzle-orm'
import type { SettingsInput, ShownSettings } from '#contract/settings.ts'
import type { Audit } from '#server/audit/index.ts'
import { shows, type Changes } from '#server/changes/index.ts'
import type { Database, Queryable, Transaction } from '#server/database/index.ts'
import { presentSettings, toSiteSettings } from './present.ts'
import { siteSettings, type SiteSettings, type SiteSettingsPatch } from './site-settings.ts'
import { settings } from './tables.ts'

const siteKey = 'site'

export type Settings = ReturnType<typeof createSettings>

export function createSettings({ database, changes, audit }: { database: Database; changes: Changes; audit: Audit }) {
  async function findRow(queryable: Queryable) {
    const [row] = await queryable.select().from(settings).where(eq(settings.key, siteKey))
    return row ?? null
  }
  const read = async (queryable: Queryable): Promise<SiteSettings> => siteSettings.parse((await findRow(queryable))?.value ?? {})

  async function write(tx: Transaction, value: SiteSettings): Promise<void> {
    await tx
      .insert(settings)
      .values({ key: siteKey, value })
      .onConflictDoUpdate({ target: settings.key, set: { value, version: sql`${settings.version} + 1`, updatedAt: sql`now()` } })
    await changes.changed(tx, ['settings'])
  }

  return {
    /** The site's settings, defaults filled in. Pass the open transaction if there is one. */
    readSite(tx?: Transaction): Promise<SiteSettings> {
      shows('settings')
      return read(tx ?? database.query)
    },

    async writeSite(tx: Transaction, patch: SiteSettingsPatch): Promise<void> {
      await write(tx, siteSettings.parse({ ...(await read(tx)), ...patch }))
    },

    /** Everything as the settings page edits it, with the version that a save must name. */
    async showSite(): Promise<ShownSettings> {
      const row = await findRow(database.query)
      return presentSettings(siteSettings.parse(row?.value ?? {}), row)
    },

    /** Saves what an admin set; 'stale' when somebody else saved since that version was shown. */
    async saveSite({ version, ...wanted }: SettingsInput, adminId: string): Promise<'saved' | 'stale'> {
      return database.transaction(async (tx) => {
        // The lock stands before the first row does: two first saves wait for each other, too.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`)
        const row = await findRow(tx)
        if ((row?.version ?? 0) !== version) return 'stale'
        const before = siteSettings.parse(row?.value ?? {})
        const after = toSiteSettings(wanted, before)
        await write(tx, after)
        await audit.record(tx, {
          actorId: adminId,
          action: 'settings.saved',
          subjectKind: 'settings',
          subjectId: siteKey,
          details: { changed: differing(before, after) },
        })
        return 'saved'
      })
    },
  }
}

/** Which settings are other than before, by name. */
const differing = (before: SiteSettings, after: SiteSettings): string[] =>
  Object.keys(after).filter((name) => JSON.stringify(before[name as keyof SiteSettings]) !== JSON.stringify(after[name as keyof SiteSettings]))
