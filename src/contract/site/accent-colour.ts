// The accent colour of the site (links, buttons, the dark bands), as an admin chose it, and the shades of both themes that are made from it.
// Contrast as in WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio); 4.5 for text.

type Rgb = readonly [number, number, number]

export const minimumContrast = 4.5
/** Aim of a shade that is made here; above the minimum, for small text. */
const comfortableContrast = 6

/** Backgrounds of pages, cards and sunken parts, as in web/site/document/tokens.css. */
export const backgrounds = {
  light: ['#ffffff', '#fbfaf6', '#f3f1ea'],
  dark: ['#11131d', '#191c29', '#222637'],
} as const
const [white, black, darkText] = ['#ffffff', '#000000', '#11131d'] as const
/** The luminance of the dark bands, on which light text of every grey is legible. */
const bandLuminance = { light: 0.018, dark: 0.013 }

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const toHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** `share` of the first colour is replaced by the second; 0 to 1. */
function mix(hex: string, other: string, share: number): string {
  const [from, to] = [parse(hex), parse(other)]
  return toHex(from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as unknown as Rgb)
}

function luminance(hex: string): number {
  const [red, green, blue] = parse(hex).map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 to 21. */
export function contrast(first: string, second: string): number {
  const [lighter, darker] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const lowestContrast = (hex: string, backgrounds: readonly string[]): number =>
  Math.min(...backgrounds.map((background) => contrast(hex, background)))

/** The colour moved towards another one in small steps, until it is enough. */
function shift(hex: string, toward: string, isEnough: (shade: string) => boolean): string {
  const steps = Array.from({ length: 101 }, (_, percent) => mix(hex, toward, percent / 100))
  return steps.find(isEnough) ?? toward
}

export type AccentShades = { accent: string; hover: string; onAccent: string; tint: string; band: string; logo: string }

const lightTint = (accent: string) => mix(accent, white, 0.92)
const lightBackgroundsOf = (accent: string) => [...backgrounds.light, lightTint(accent)]

/** The shades of both themes. In the dark theme the accent is lightened until it is legible. */
export function accentShades(accent: string): { light: AccentShades; dark: AccentShades } {
  const darkTint = mix(accent, backgrounds.dark[1], 0.8)
  const lightened = shift(
    accent,
    white,
    (shade) => lowestContrast(shade, [...backgrounds.dark, darkTint]) >= comfortableContrast,
  )
  const bandOf = (limit: number) => shift(accent, black, (shade) => luminance(shade) <= limit)
  return {
    light: {
      accent,
      hover: mix(accent, black, 0.2),
      onAccent: white,
      tint: lightTint(accent),
      band: bandOf(bandLuminance.light),
      logo: bandOf(bandLuminance.light),
    },
    dark: {
      accent: lightened,
      hover: mix(lightened, white, 0.25),
      onAccent: darkText,
      tint: darkTint,
      band: bandOf(bandLuminance.dark),
      logo: mix(accent, black, 0.35),
    },
  }
}

/** The lowest contrast of the accent as text, in each theme. */
export function accentContrast(accent: string): { light: number; dark: number } {
  const { dark } = accentShades(accent)
  return {
    light: lowestContrast(accent, lightBackgroundsOf(accent)),
    dark: lowestContrast(dark.accent, [...backgrounds.dark, dark.tint]),
  }
}

/** The nearest darker shade that is legible in the light theme: the colour itself when it is. */
export const legibleAccent = (accent: string): string =>
  shift(accent, black, (shade) => lowestContrast(shade, lightBackgroundsOf(shade)) >= minimumContrast)

/** "3,1 : 1", never rounded up to the minimum. */
export const formatContrast = (ratio: number): string =>
  `${(Math.floor(ratio * 10) / 10).toFixed(1).replace('.', ',')} : 1`

/** Why the colour cannot be the accent, with one that can; null when it can. */
export function accentProblem(accent: string): string | null {
  const { light } = accentContrast(accent)
  if (light >= minimumContrast) return null
  return `Kontras di tema terang ${formatContrast(light)}, minimal ${formatContrast(minimumContrast)}. Coba ${legibleAccent(accent)}.`
}
