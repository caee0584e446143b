// How the reader likes to read, on this device. Kept as words on <html>, where the head script puts them before the first paint.

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
  /** Null follows the site's own light or dark. */
  theme: (typeof themes)[number]['value'] | null
  size: (typeof sizes)[number]
  spacing: (typeof spacings)[number]['value']
  width: (typeof widths)[number]['value']
  font: (typeof fonts)[number]['value']
  /** Single-key shortcuts. */
  keys: 'tombol' | 'tanpa-tombol'
}

export const defaultDisplay: Display = { theme: null, size: 'ukuran-2', spacing: 'sedang', width: 'pas', font: 'tegak', keys: 'tombol' }

const storageKey = 'cendaki-reader'

export function parseDisplay(words: string): Display {
  const chosen = words.split(' ')
  const pick = <Value extends string>(values: readonly Value[], otherwise: Value): Value => values.find((value) => chosen.includes(value)) ?? otherwise
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
    return localStorage.getItem('cendaki-theme')
  } catch {
    return null
  }
}

/** While an e-book is open the page wears its theme; what it gives back takes that off. */
export function wearTheme({ theme }: Pick<Display, 'theme'>): () => void {
  const { dataset } = document.documentElement
  const wear = (name: string | null) => {
    if (name === 'light' || name === 'dark') dataset.theme = name
    else delete dataset.theme
  }
  wear(theme === null ? siteTheme() : theme === 'malam' ? 'dark' : 'light')
  return () => wear(siteTheme())
}

export function saveDisplay(display: Display): void {
  const words = Object.values(display).filter(Boolean).join(' ')
  document.documentElement.dataset.reader = words
  wearTheme(display)
  try {
    localStorage.setItem(storageKey, words)
  } catch {
    // For this page only, then.
  }
}
