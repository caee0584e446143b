import { SettingsPage } from '#web/identity/settings/settings-page.tsx'
import { SavedContent } from '#web/site/offline/saved-content.tsx'
import { ThemeSwitch } from '#web/site/shell/theme-switch.tsx'

export { createSettingsLoader } from '#web/identity/settings/settings-page.tsx'

export const Settings = () => (
  <SettingsPage
    appearance={
      <>
        <ThemeSwitch />
        <h2 className="mt-6 mb-2 text-lg font-bold">Materi tersimpan</h2>
        <SavedContent />
      </>
    }
  />
)
