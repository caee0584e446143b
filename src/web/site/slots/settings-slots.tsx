import { paths } from '#contract/kit/paths.ts'
import { SettingsPage } from '#web/identity/settings/settings-page.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { SavedContent } from '#web/site/offline/saved-content.tsx'
import { ThemeSwitch } from '#web/site/shell/theme-switch.tsx'

export { createSettingsLoader } from '#web/identity/settings/settings-page.tsx'

export const Settings = () => (
  <SettingsPage
    appearance={
      <>
        <ThemeSwitch />
        <h2 className="mt-6 mb-2 text-lg font-bold">Notifikasi</h2>
        <p className="mb-2 text-ink-2">Apa yang dikabarkan kepadamu, dan lewat mana.</p>
        <ButtonLink variant="outline" size="sm" to={`${paths.notifications()}#atur-notifikasi`}>
          Atur notifikasi
        </ButtonLink>
        <h2 className="mt-6 mb-2 text-lg font-bold">Materi tersimpan</h2>
        <SavedContent />
      </>
    }
  />
)
