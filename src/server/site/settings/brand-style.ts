import { accentShades, type AccentShades } from '#contract/site/accent-colour.ts'
import type { StoredSettings } from './stored-settings.ts'

/** Declarations for the custom properties of web/site/document/tokens.css. */
const declare = ({ accent, hover, onAccent, tint, logo }: AccentShades): string =>
  `--color-nila:${accent};--color-nila-hover:${hover};--color-on-nila:${onAccent};--color-nila-50:${tint};--color-logo:${logo}`
const declareBand = ({ band }: AccentShades): string => `--color-nila-900:${band}`

/**
 * The styles of the site's own accent colour and logo, for the documents of all pages; null without both. They come after the styles of
 * the pages and are as specific, except for the repeated `:root`.
 */
export function brandStyle({ accent, logo }: Pick<StoredSettings, 'accent' | 'logo'>): string | null {
  const parts: string[] = []
  if (accent !== null) {
    const { light, dark } = accentShades(accent)
    parts.push(
      `:root{${declare(light)};${declareBand(light)}}`,
      `.paper{--color-nila:${light.accent};${declareBand(light)}}`,
      // A dark part of a light page keeps the band of the light theme.
      `@media screen{[data-theme=dark]:not(:root){${declare(dark)}}:root:root[data-theme=dark]{${declare(dark)};${declareBand(dark)}}}`,
      `@media screen and (prefers-color-scheme:dark){:root:root:root:not([data-theme]){${declare(dark)};${declareBand(dark)}}}`,
    )
  }
  if (logo !== null)
    parts.push(
      `svg:has(>.logo-tile){background:url(${logo.replace('.webp', '-320.webp')}) center/contain no-repeat;print-color-adjust:exact}`,
      'svg:has(>.logo-tile)>*{visibility:hidden}',
    )
  return parts.length > 0 ? parts.join('') : null
}
