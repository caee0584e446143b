import { homeSettings } from './home-settings.ts'
import { sellingSettings } from './selling-settings.ts'
import type { SettingField } from './setting.ts'
import { siteSettings } from './site-settings.ts'
import { whatsAppSettings } from './whatsapp-settings.ts'

/** Every setting of the site, one entry each. Server, settings page and audit log are made from it; see docs/how-to/add-a-setting.md. */
export const settingTable = { ...siteSettings, ...homeSettings, ...whatsAppSettings, ...sellingSettings }
type Table = typeof settingTable
export type SettingName = keyof Table

export const settingNames = Object.keys(settingTable) as SettingName[]

/** One part of every entry, by the name of the setting. */
export const everySetting = <Key extends 'input' | 'shown'>(key: Key) =>
  Object.fromEntries(settingNames.map((name) => [name, settingTable[name][key]])) as unknown as {
    [Name in SettingName]: Table[Name][Key]
  }

/** The fields of all settings by their path. */
export const settingFields: Readonly<Record<string, SettingField>> = Object.assign(
  {},
  ...settingNames.map((name) => settingTable[name].fields),
)
