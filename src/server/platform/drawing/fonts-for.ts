import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import { toDraw } from './to-draw.ts'

// The first one that has a character draws it: the site's own font, then others by script. The heaviest weight that a script has is its limit.
const packages = [
  { name: '@fontsource-variable/plus-jakarta-sans', heaviest: 800 },
  { name: '@fontsource-variable/noto-sans', heaviest: 900 },
  // Draws each letter as one glyph. Noto draws the dots by glyphs of their own, of which a PDF from right to left loses letters.
  { name: '@fontsource-variable/vazirmatn', heaviest: 900 },
  { name: '@fontsource-variable/noto-sans-arabic', heaviest: 900 },
  { name: '@fontsource-variable/noto-sans-javanese', heaviest: 700 },
  { name: '@fontsource-variable/noto-sans-symbols', heaviest: 900 },
  { name: '@fontsource/noto-sans-math', heaviest: null },
  { name: '@fontsource/noto-sans-symbols-2', heaviest: null },
  { name: '@fontsource-variable/noto-sans-sc', heaviest: 900 },
  { name: '@fontsource-variable/noto-sans-kr', heaviest: 900 },
  { name: '@fontsource-variable/noto-emoji', heaviest: 700 },
] as const

/** Part of one font, as TrueType, with the characters of a text that earlier fonts lack. */
export type TextFont = { id: string; bytes: Uint8Array }
export type TextFonts = { fonts: TextFont[]; /** In no font. */ missing: string[] }

type Part = { file: string; ranges: [number, number][] }
const partsByPackage = new Map<string, Promise<Part[]>>()

async function readParts(name: string): Promise<Part[]> {
  const folder = dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)))
  const ranges = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  const short = name.slice(name.indexOf('/') + 1)
  return Object.entries(ranges).map(([part, list]) => ({
    file: join(
      folder,
      'files',
      `${short}-${part.replaceAll(/[[\]]/g, '')}-${name.includes('variable') ? 'wght' : '400'}-normal.woff2`,
    ),
    ranges: list.split(',').map((range): [number, number] => {
      const [from = '', to = from] = range.trim().slice(2).split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    }),
  }))
}

function partsOf(name: string): Promise<Part[]> {
  const known = partsByPackage.get(name) ?? readParts(name)
  partsByPackage.set(name, known)
  return known
}

/** Joins, selectors and directions have no glyphs: they change those of their neighbours. */
const isInvisible = (character: string): boolean => /[\s\p{Cf}\p{Variation_Selector}]/u.test(character)
const codeOf = (character: string): number => character.codePointAt(0) ?? 0

/** A part of a font without any of the characters has no table of them. */
export function hasGlyph(font: Font, code: number): boolean {
  try {
    return font.hasGlyphForCodePoint(code)
  } catch {
    return false
  }
}

/** The fonts that draw a text, small enough to be loaded for it alone. For worker processes: it takes a processor for some tenths of a second. */
export async function fontsFor(text: string, weight: number): Promise<TextFonts> {
  const drawn = toDraw(text)
  const open = new Set([...drawn].filter((character) => !isInvisible(character)))
  const fonts: TextFont[] = []
  for (const { name, heaviest } of packages) {
    if (open.size === 0) break
    for (const { file, ranges } of await partsOf(name)) {
      const has = (character: string) =>
        ranges.some(([from, to]) => codeOf(character) >= from && codeOf(character) <= to)
      const wanted = [...open].filter((character) => has(character))
      if (wanted.length === 0) continue
      // With the invisible ones, which join letters.
      const characters = wanted.join('') + [...new Set(drawn)].filter((character) => isInvisible(character)).join('')
      const variationAxes = heaviest === null ? {} : { variationAxes: { wght: Math.min(weight, heaviest) } }
      const bytes = await subsetFont(await readFile(file), characters, {
        targetFormat: 'sfnt',
        noHinting: true,
        ...variationAxes,
      })
      const font = create(bytes)
      const found = wanted.filter((character) => hasGlyph(font, codeOf(character)))
      for (const character of found) open.delete(character)
      if (found.length > 0) fonts.push({ id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes })
    }
  }
  return { fonts, missing: [...open] }
}

/** The characters of a text that cannot be drawn. */
export const findMissing = async (text: string): Promise<string[]> => (await fontsFor(text, 500)).missing
