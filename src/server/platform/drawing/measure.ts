import { create } from 'fontkit'
import { hasGlyph } from './fonts-for.ts'

type Segments = { segment(text: string): Iterable<{ segment: string }> }
const letters: Segments = new Intl.Segmenter('id', { granularity: 'grapheme' })

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
