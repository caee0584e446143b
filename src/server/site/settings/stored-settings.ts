import * as z from 'zod/mini'
import { everySetting, settingNames, settingTable, type SettingName } from '#contract/site/setting-table.ts'
import type { SettingsValues, ShownSettings } from '#contract/site/settings.ts'
import { presentBanner, storedBanner, toStoredBanner } from './banner.ts'

const shown = everySetting('shown')
type WithInitial = { [Name in SettingName]: z.ZodMiniDefault<(typeof shown)[Name]> }
const withInitial = Object.fromEntries(
  settingNames.map((name) => [name, z._default(shown[name] as z.ZodMiniType, settingTable[name].initial)]),
) as unknown as WithInitial

/** A setting that was never saved has the value of a new installation. */
export const storedSettings = z.object({
  ...withInitial,
  announcement: z._default(z.nullable(storedBanner), null),
  /** When two steps were last asked of staff (ISO 8601, UTC): sessions from before go on. */
  twoStepsRequiredSince: z._default(z.nullable(z.string()), null),
})
export type StoredSettings = z.output<typeof storedSettings>
export type SettingsPatch = z.input<typeof storedSettings>

export function presentSettings(
  stored: StoredSettings,
  row: { version: number; updatedAt: Date } | null,
): ShownSettings {
  const { twoStepsRequiredSince: _, ...entered } = stored
  return {
    ...entered,
    announcement: presentBanner(stored.announcement),
    version: row?.version ?? 0,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  }
}

export function toStoredSettings({ announcement, ...values }: SettingsValues, before: StoredSettings): StoredSettings {
  const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  return {
    ...before,
    ...entered,
    announcement: announcement && toStoredBanner(announcement, before.announcement),
  }
}

/** The names of the settings that changed, and their values before and after, by the fields of the table: `seller.name`. */
export function compareSettings(before: StoredSettings, after: StoredSettings): Record<string, unknown> {
  const changed = settingNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const differing = changed
    .flatMap((name) => Object.keys(settingTable[name].fields))
    .filter((path) => JSON.stringify(valueAt(before, path)) !== JSON.stringify(valueAt(after, path)))
  const pick = (settings: StoredSettings, other: StoredSettings) =>
    Object.fromEntries(differing.map((path) => [path, withoutEqualRows(valueAt(settings, path), valueAt(other, path))]))
  return { changed, before: pick(before, after), after: pick(after, before) }
}

/** Lists the rows that the other list does not have, as text; all of them where only the order differs. */
function withoutEqualRows(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value
  const texts = (rows: unknown[]) =>
    rows.map((row) => (typeof row === 'object' && row !== null ? rowText(row) : String(row)))
  const [own, others] = [texts(value), new Set(texts(other))]
  return own.length === others.size && own.every((text) => others.has(text))
    ? own
    : own.filter((text) => !others.has(text))
}
const rowText = (row: object): string =>
  Object.entries(row)
    .flatMap(([name, text]) => (name === '_id' || text === '' ? [] : String(text)))
    .join(': ')

/** The value of a field of the table: of `seller.name`, the name in the setting `seller`. */
function valueAt(settings: StoredSettings, path: string): unknown {
  const [name = '', part] = path.split('.')
  const value = settings[name as SettingName]
  return (part === undefined ? value : (value as Record<string, unknown> | null)?.[part]) ?? null
}
