import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { unknownPromoCode, type SettingsInput, type ShownSettings } from '#contract/site/settings.ts'
import { findPromoId } from '#server/commerce/prices/index.ts'
import type { Audit } from '#server/audit/index.ts'
import { dependsOn, type CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  isDatabaseUnavailable,
  lockUntilCommit,
  type Database,
  type Queryable,
  type Tx,
  isStale,
} from '#server/platform/database/index.ts'
import { uploadsMentioned, type Uploads } from '#server/platform/media/index.ts'
import { brandStyle } from './brand-style.ts'
import { findLogoProblem, findQrisProblem } from './check-logo.ts'
import { sellingSettings } from '#contract/site/selling-settings.ts'
import { whatsAppSettings } from '#contract/site/whatsapp-settings.ts'
import {
  compareSettings,
  presentSettings,
  storedSettings,
  toStoredSettings,
  type SettingsPatch,
  type StoredSettings,
} from './stored-settings.ts'
import { settings } from './tables.ts'

const siteKey = 'site'
/** Above the number of sizes in which the logo is shown. */
const logoPngsCached = 8

/** Guarded against a stolen session: everything about selling and about messages that cost money, and where people write to. */
const guardedNames = [
  ...(Object.keys(sellingSettings) as (keyof typeof sellingSettings)[]),
  ...(Object.keys(whatsAppSettings) as (keyof typeof whatsAppSettings)[]),
  'contactEmail',
  'contactPhone',
] as const
const guarded = (stored: StoredSettings): string => JSON.stringify(guardedNames.map((name) => stored[name]))

/** Staff may be asked for two steps at any time; only less safety needs a proof. */
const needsFreshProof = (before: StoredSettings, after: StoredSettings): boolean =>
  guarded(before) !== guarded(after) || (before.staffMustUseTwoSteps && !after.staffMustUseTwoSteps)

type Admin = { id: string; hasFreshProof: boolean }
type SaveOutcome =
  | { outcome: 'saved'; before: StoredSettings; after: StoredSettings }
  | Refusal<'stale' | 'step-up-required'>

export type Settings = ReturnType<typeof settingsModule>

type Deps = {
  database: Database
  cacheTags: CacheTags
  audit: Audit
  uploads: Uploads
  clock: Clock
  /** The values of an installation until its settings are saved for the first time. */
  initialRules: Pick<StoredSettings['moneyRules'], 'refundDays' | 'payoutHoldDays'>
}

async function findRow(queryable: Queryable) {
  const [row] = await queryable.select().from(settings).where(eq(settings.key, siteKey))
  return row ?? null
}
/** For commands, which apply no rule of the environment. */
export const readStoredSettings = async (queryable: Queryable): Promise<StoredSettings> =>
  storedSettings.parse((await findRow(queryable))?.value ?? {})

// An advisory lock, because before the first save there is no row to lock.
const lockSite = async (tx: Tx): Promise<void> => lockUntilCommit(tx, 'settings')

export function settingsModule({ database, cacheTags, audit, uploads, clock, initialRules }: Deps) {
  const parse = (value: unknown): StoredSettings => {
    const stored = storedSettings.parse(value ?? {})
    const isSaved = typeof value === 'object' && value !== null && 'moneyRules' in value
    return isSaved ? stored : { ...stored, moneyRules: { ...stored.moneyRules, ...initialRules } }
  }
  const read = async (queryable: Queryable): Promise<StoredSettings> => parse((await findRow(queryable))?.value)

  // Encoding takes some milliseconds of a processor, and anybody may request what shows the logo.
  let lastBrandStyle: string | null = null
  const logoPngs = new LRUCache<string, Uint8Array>({ max: logoPngsCached })

  async function write(tx: Tx, value: SettingsPatch): Promise<void> {
    const updatedAt = clock.now()
    await tx
      .insert(settings)
      .values({ key: siteKey, value, updatedAt })
      .onConflictDoUpdate({ target: settings.key, set: { value, version: sql`${settings.version} + 1`, updatedAt } })
    await cacheTags.invalidate(tx, ['settings'])
  }

  return {
    /** The site's settings with defaults. Inside a transaction, pass it. */
    readSite(tx?: Tx): Promise<StoredSettings> {
      dependsOn('settings')
      return read(tx ?? database.query)
    },

    /** The styles of the site's own colour and logo; null without both. */
    async readBrandStyle(): Promise<string | null> {
      dependsOn('settings')
      try {
        lastBrandStyle = brandStyle(await read(database.query))
      } catch (error) {
        // Pages that were cached are still shown then.
        if (!isDatabaseUnavailable(error)) throw error
      }
      return lastBrandStyle
    },

    /** The logo as a square PNG of this size, with an empty margin of `margin` (a share of the size); null without a logo. */
    async readLogoPng(size: number, margin = 0): Promise<Uint8Array | null> {
      dependsOn('settings')
      const { logo } = await read(database.query)
      if (logo === null) return null
      const key = `${logo} ${size} ${margin}`
      const known = logoPngs.get(key)
      if (known) return known
      const png = await uploads.readSquarePng(logo.replace('/uploads/', ''), { size, margin })
      if (png) logoPngs.set(key, png)
      return png
    },

    listUploadsInUse: (tx: Tx) => uploadsMentioned(tx, [settings.value]),

    async writeSite(tx: Tx, patch: SettingsPatch): Promise<void> {
      // Values that nobody has chosen are not stored: they may follow the environment.
      const row = await findRow(tx)
      const chosen = Object.assign({}, row?.value, patch)
      storedSettings.parse(chosen)
      await write(tx, chosen)
    },

    /** The settings for the settings page, with the version that a save must include. */
    async showSite(): Promise<ShownSettings> {
      const row = await findRow(database.query)
      return presentSettings(parse(row?.value), row)
    },

    /** Finds wanted settings that cannot be used, such as a picture; null when all can. */
    async checkSite(wanted: SettingsInput): Promise<InvalidInput | null> {
      // A code that was announced before is not checked again, so that its end does not block other settings.
      const current = await read(database.query)
      const logoProblem =
        wanted.logo && wanted.logo !== current.logo ? await findLogoProblem(uploads, wanted.logo) : null
      if (logoProblem) return invalidInput({ logo: logoProblem })
      const qrisProblem =
        wanted.qris && wanted.qris !== current.qris ? await findQrisProblem(uploads, wanted.qris) : null
      if (qrisProblem) return invalidInput({ qris: qrisProblem })
      const announced = current.announcement
      const code = wanted.announcement?.enabled ? wanted.announcement.promoCode : null
      const isNew = code !== null && !(announced?.enabled && announced.promoCode === code)
      if (isNew && (await findPromoId(database.query, code)) === null)
        return invalidInput({ 'announcement.promoCode': unknownPromoCode })
      return null
    },

    /** The settings stay as they are until the transaction ends. */
    lockSite,

    /** Saves settings that were checked; stale when another admin saved after that version was read. */
    async saveSite(
      tx: Tx,
      { version, ...wanted }: SettingsInput,
      { id: adminId, hasFreshProof }: Admin,
    ): Promise<SaveOutcome> {
      await lockSite(tx)
      const row = await findRow(tx)
      if (isStale(row, version)) return refused('stale')
      const before = parse(row?.value)
      const after = toStoredSettings(wanted, before)
      if (!hasFreshProof && needsFreshProof(before, after)) return refused('step-up-required')
      const isNowRequired = after.staffMustUseTwoSteps && !before.staffMustUseTwoSteps
      await write(tx, isNowRequired ? { ...after, twoStepsRequiredSince: clock.now().toISOString() } : after)
      await audit.record(tx, {
        actorId: adminId,
        action: 'settings.saved',
        subjectId: siteKey,
        details: compareSettings(before, after),
      })
      return { outcome: 'saved', before, after }
    },
  }
}
