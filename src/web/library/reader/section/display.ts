import { readerKey, themeKey } from '#web/kit/ui/stored-names.ts'
// Display settings of the reader, stored on this device. The head script puts them into an attribute of <html> before the first paint.

export const themes = [
  { value: 'kertas', label: 'Kertas' },
  { value: 'sepia', label: 'Sepia' },
  { value: 'malam', label: 'Malam' },
] as const
export const spacings = [
  { value: 'rapat', label: 'Rapat' },
  { value: 'sedang', label: 'Sedang' },
  { value: 'longgar', label: 'Longgar' },
] as const
export const widths = [
  { value: 'sempit', label: 'Sempit' },
  { value: 'pas', label: 'Pas' },
  { value: 'lebar', label: 'Lebar' },
] as const
export const fonts = [
  { value: 'tegak', label: 'Tanpa kait' },
  { value: 'serif', label: 'Serif' },
] as const
export const sizes = ['ukuran-1', 'ukuran-2', 'ukuran-3', 'ukuran-4', 'ukuran-5'] as const

export type Display = {
  /** Null follows the theme of the site. */
  theme: (typeof themes)[number]['value'] | null
  size: (typeof sizes)[number]
  spacing: (typeof spacings)[number]['value']
  width: (typeof widths)[number]['value']
  font: (typeof fonts)[number]['value']
  /** Single-key shortcuts. */
  keys: 'tombol' | 'tanpa-tombol'
}

export const defaultDisplay: Display = {
  theme: null,
  size: 'ukuran-2',
  spacing: 'sedang',
  width: 'pas',
  font: 'tegak',
  keys: 'tombol',
}

function parseDisplay(text: string): Display {
  const chosen = text.split(' ')
  const pick = <Value extends string>(values: readonly Value[], otherwise: Value): Value =>
    values.find((value) => chosen.includes(value)) ?? otherwise
  const valuesOf = <Value extends string>(options: readonly { value: Value }[]) => options.map(({ value }) => value)
  return {
    theme: valuesOf(themes).find((theme) => chosen.includes(theme)) ?? null,
    size: pick(sizes, defaultDisplay.size),
    spacing: pick(valuesOf(spacings), defaultDisplay.spacing),
    width: pick(valuesOf(widths), defaultDisplay.width),
    font: pick(valuesOf(fonts), defaultDisplay.font),
    keys: chosen.includes('tanpa-tombol') ? 'tanpa-tombol' : 'tombol',
  }
}

export const readDisplay = (): Display => parseDisplay(document.documentElement.dataset.reader ?? '')

const siteTheme = (): string | null => {
  try {
    return localStorage.getItem(themeKey)
  } catch {
    return null
  }
}

/** Applies the reader's theme to the page. Returns a function that restores the theme of the site. */
export function applyReaderTheme({ theme }: Pick<Display, 'theme'>): () => void {
  const { dataset } = document.documentElement
  const setTheme = (name: string | null) => {
    if (name === 'light' || name === 'dark') dataset.theme = name
    else delete dataset.theme
  }
  setTheme(theme === null ? siteTheme() : theme === 'malam' ? 'dark' : 'light')
  return () => setTheme(siteTheme())
}

export function saveDisplay(display: Display): void {
  const text = Object.values(display).filter(Boolean).join(' ')
  document.documentElement.dataset.reader = text
  applyReaderTheme(display)
  try {
    localStorage.setItem(readerKey, text)
  } catch {
    // Storage is full or blocked: the settings apply to this page only.
  }
}
