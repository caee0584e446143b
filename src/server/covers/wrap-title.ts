import { titleWidths } from './title-widths.ts'

export type Wrapped = { lines: string[]; fontSize: number }
type Room = { width: number; sizes: readonly number[]; maximumLines: number }

/** The title as lines that fit: as large as possible, and with an ellipsis only when even the smallest size is too large. */
export function wrapTitle(title: string, { width, sizes, maximumLines }: Room): Wrapped {
  const words = drawable(title).split(' ').filter(Boolean)
  for (const fontSize of sizes) {
    const lines = fillLines(words, width / fontSize)
    if (lines.length <= maximumLines && words.every((word) => widthOf(word) <= width / fontSize)) return { lines, fontSize }
  }
  const fontSize = sizes.at(-1) ?? 40
  const lines = fillLines(
    words.flatMap((word) => cutWord(word, width / fontSize)),
    width / fontSize,
  )
  if (lines.length <= maximumLines) return { lines, fontSize }
  const kept = lines.slice(0, maximumLines)
  return { lines: [...kept.slice(0, -1), shorten(kept.at(-1) ?? '', width / fontSize)], fontSize }
}

/** What the font can draw; other letters are left out rather than shown as boxes. */
export function drawable(text: string): string {
  // The longest title that can ever be seen is far shorter; hostile lengths cost nothing.
  const letters = [...text.slice(0, 400).normalize('NFC').replaceAll(/\s+/g, ' ')]
  return letters
    .filter((letter) => Object.hasOwn(titleWidths, letter))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** In units of the font's size. Kerning only ever makes it a little less. */
export const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (titleWidths[letter] ?? 0), 0) / 1000

function fillLines(words: readonly string[], room: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** A word longer than a line becomes pieces that fit. */
function cutWord(word: string, room: number): string[] {
  const pieces = ['']
  for (const letter of word) {
    if (widthOf(pieces.at(-1) + letter) > room) pieces.push('')
    pieces[pieces.length - 1] += letter
  }
  return pieces
}

function shorten(line: string, room: number): string {
  let kept = line
  while (kept && widthOf(`${kept}…`) > room) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}
