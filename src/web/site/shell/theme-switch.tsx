import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId, useSyncExternalStore } from 'react'
import { themeKey } from '#web/kit/ui/stored-names.ts'

const choices = [
  { theme: 'light', label: 'Terang', Icon: Sun },
  { theme: 'dark', label: 'Gelap', Icon: Moon },
  { theme: 'system', label: 'Ikuti sistem', Icon: Monitor },
] as const
type Theme = (typeof choices)[number]['theme']

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reads the theme from <html>, where the head script has set it. */
function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}
const readOnServer = (): Theme => 'system'

function chooseTheme(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // Storage is blocked: the choice applies to this page only.
  }
  for (const listener of listeners) listener()
}

/** Light, dark, or the system setting. Shown only when scripts run. Compact: icons without text, for narrow layouts. */
export function ThemeSwitch({ compact = false }: { compact?: boolean }) {
  const name = useId()
  const current = useSyncExternalStore(subscribe, readTheme, readOnServer)
  return (
    <fieldset className="needs-script">
      <legend className="mb-2 text-sm font-semibold">Tampilan</legend>
      <div className="inline-flex max-w-full flex-wrap rounded-panel border border-line bg-sunken p-1">
        {choices.map(({ theme, label, Icon }) => (
          <label
            key={theme}
            title={compact ? label : undefined}
            className="relative flex min-h-11 items-center gap-2 rounded-full px-3.5 text-sm font-semibold whitespace-nowrap text-ink-2 hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={theme}
              checked={theme === current}
              onChange={() => chooseTheme(theme)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon className={compact ? 'size-4.5' : 'hidden size-4.5 md:block'} />
            <span className={compact ? 'sr-only' : ''}>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
