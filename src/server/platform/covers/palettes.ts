import { hashText } from './seeded-random.ts'
import type { GlyphName } from './glyphs.ts'
import { motifs, type MotifName } from './motifs.ts'

/** `from` to `to` is the gradient of the cloth (contrast 4.5:1 with white text), `deep` the colour of the disc, `tint` of the pattern. All are #rrggbb. */
type Palette = { from: string; to: string; deep: string; tint: string }
export type Design = Palette & { motif: MotifName; glyph?: GlyphName }

// Natural dyes: indigo, mangosteen, soga brown, sea, brick, turmeric, dusk, ink, mengkudu, lake, pine water, leaf.
export const knownDesigns: Record<string, Design> = {
  'web-development': {
    from: '#3547b4',
    to: '#1b246b',
    deep: '#151c4f',
    tint: '#a9b8ff',
    motif: 'kawung',
    glyph: 'nodeJs',
  },
  'ui-ux-design': {
    from: '#8a2f70',
    to: '#43173f',
    deep: '#370f33',
    tint: '#f0a9d6',
    motif: 'megaMendung',
    glyph: 'penTool',
  },
  'graphic-design': {
    from: '#b4481b',
    to: '#6f260d',
    deep: '#5c1d08',
    tint: '#ffc49a',
    motif: 'truntum',
    glyph: 'palette',
  },
  'mobile-development': {
    from: '#0f7378',
    to: '#0a4049',
    deep: '#07333b',
    tint: '#8fe0dc',
    motif: 'parangWave',
    glyph: 'phone',
  },
  'html-&-css': { from: '#c0400f', to: '#7d2413', deep: '#651a0e', tint: '#ffc2a3', motif: 'ceplok', glyph: 'html5' },
  javascript: {
    from: '#876300',
    to: '#533b00',
    deep: '#402d00',
    tint: '#ffdb73',
    motif: 'tumpal',
    glyph: 'javaScript',
  },
  php: { from: '#5049a0', to: '#2d2963', deep: '#241f52', tint: '#c3bdff', motif: 'banji', glyph: 'php' },
  figma: { from: '#4a2c60', to: '#1f1c2c', deep: '#171521', tint: '#d3a6ff', motif: 'nitik', glyph: 'figma' },
  laravel: { from: '#b3261e', to: '#6a120f', deep: '#540c0a', tint: '#ffaaa0', motif: 'gringsing', glyph: 'laravel' },
  'react-native': {
    from: '#0f6296',
    to: '#0c3254',
    deep: '#082744',
    tint: '#96d3fb',
    motif: 'lereng',
    glyph: 'reactNative',
  },
  'react-js': { from: '#0d6570', to: '#0a343d', deep: '#062830', tint: '#7de3f0', motif: 'sekar', glyph: 'react' },
  'digital-marketing': {
    from: '#1a7346',
    to: '#0c3d2b',
    deep: '#082f21',
    tint: '#9be3b4',
    motif: 'sulur',
    glyph: 'megaphone',
  },
}

/** A category without its own design gets a motif and a hue derived from its slug. */
export function designFor(category: string): Design {
  // Excludes inherited keys such as 'constructor'.
  if (Object.hasOwn(knownDesigns, category)) return knownDesigns[category]!
  const hash = hashText(category)
  const names = Object.keys(motifs) as MotifName[]
  const hue = (hash >>> 8) % 360
  // A lightness of 26 % keeps white text readable even on yellow, the brightest hue.
  return {
    from: hex(hue, 0.55, 0.26),
    to: hex(hue, 0.6, 0.15),
    deep: hex(hue, 0.6, 0.11),
    tint: hex(hue, 0.75, 0.8),
    motif: names[hash % names.length]!,
  }
}

function hex(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12
    const value = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
