import { create } from 'fontkit'
import { hasGlyph } from './fonts-for.ts'

type Segments = { segment(text: string): Iterable<{ segment: string }> }
const letters: Segments = new Intl.Segmenter('id', { granularity: 'grapheme' })

/** A part of a text that one font draws, without the spaces around it; both in units of the font size. */
export type Run = { text: string; start: number; width: number }

/** The parts of a text by the first of these fonts that has their characters, each from where it begins. */
export function runsWith(files: readonly Uint8Array[]): (text: string) => Run[] {
  const fonts = files.map((bytes) => create(bytes))
  return (text) => {
    const parts: { font: (typeof fonts)[number] | undefined; text: string }[] = []
    for (const { segment } of letters.segment(text)) {
      const last = parts.at(-1)
      const isSpace = /^\s+$/.test(segment)
      const font = isSpace && last ? last.font : fonts.find((each) => hasGlyph(each, segment.codePointAt(0) ?? 0))
      if (last && font === last.font) last.text += segment
      else parts.push({ font, text: segment })
    }
    let start = 0
    return parts.map(({ font, text: part }) => {
      const widthOf = (shaped: string) =>
        font ? font.layout(shaped).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / font.unitsPerEm : 0
      const shown = part.trim()
      const before = widthOf(part.slice(0, part.length - part.trimStart().length))
      const run = { text: shown, start: start + before, width: widthOf(shown) }
      start += before + run.width + widthOf(part.slice(part.trimEnd().length))
      return run
    })
  }
}

/** How wide a text is drawn with the first of these fonts that has its characters, in units of the font size. */
export function measureWith(files: readonly Uint8Array[]): (text: string) => number {
  const fonts = files.map((bytes) => create(bytes))
  const known = new Map<string, number>()

  function widthOf(letter: string): number {
    const font = fonts.find((each) => hasGlyph(each, letter.codePointAt(0) ?? 0))
    if (!font) return 0
    return font.layout(letter).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / font.unitsPerEm
  }

  return (text) => {
    let width = 0
    for (const { segment } of letters.segment(text)) {
      const letter = known.get(segment) ?? widthOf(segment)
      known.set(segment, letter)
      width += letter
    }
    return width
  }
}
