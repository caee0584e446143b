import { settingNames } from './environment.ts'
import { withoutCredentials } from './urls.ts'

/** A setting of the environment as an admin may see it. Null: not set, so its default applies. */
export type ShownSetting = { name: string; value: string | null }

const secretNames = /KEY|TOKEN|SECRET|PASSPHRASE/
const hidden = '••••'

/** All settings by name; secrets are masked. */
export function listSettings(env: Record<string, string | undefined>): ShownSetting[] {
  return settingNames.map((name) => ({ name, value: env[name] ? masked(name, env[name]) : null }))
}

const masked = (name: string, value: string): string => (secretNames.test(name) ? hidden : withoutCredentials(value))

/** Where an installation is, and how it keeps its files and backups: another place has its own. */
const settingsOfPlace = /^(PORT|HOST|DATA_DIR|DATABASE_([A-Z]+_)?URL|(BACKUP|STORAGE_S3|MEDIA_S3)_.*)$/

/** The settings that a backup contains, as the text of an .env file. */
export function settingsText(env: Record<string, string | undefined>): string {
  const names = settingNames.filter((name) => env[name] && !settingsOfPlace.test(name))
  return names.map((name) => `${name}=${quoted(env[name] ?? '')}\n`).join('')
}

/** In a quote that the value does not contain, because .env files know no escapes. */
const quoted = (value: string): string => {
  const quote = [`'`, '`', '"'].find((candidate) => !value.includes(candidate)) ?? ''
  return quote + value + quote
}
