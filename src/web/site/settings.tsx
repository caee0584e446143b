import { SettingsPage } from '#web/identity/settings/settings-page.tsx'
import { ThemeSwitch } from './shell/theme-switch.tsx'

export { createSettingsLoader } from '#web/identity/settings/settings-page.tsx'

export const Settings = () => <SettingsPage appearance={<ThemeSwitch />} />
