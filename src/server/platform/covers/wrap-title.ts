/** How wide a text is, in units of the font size. Kerning can only reduce it. */
export type Measure = (text: string) => number
export type Wrapped = { lines: string[]; fontSize: number }
type TextBox = { width: number; sizes: readonly number[]; maximumLines: number }

/** Wraps a title in the largest font size that fits; with an ellipsis when it does not fit in the smallest size. */
export function wrapTitle(title: string, { width, sizes, maximumLines }: TextBox, widthOf: Measure): Wrapped {
  const words = drawable(title).split(' ').filter(Boolean)
  for (const fontSize of sizes) {
    const lines = fillLines(words, width / fontSize, widthOf)
    if (lines.length <= maximumLines && words.every((word) => widthOf(word) <= width / fontSize))
      return { lines, fontSize }
  }
  const fontSize = sizes.at(-1) ?? 40
  const lines = fillLines(
    words.flatMap((word) => cutWord(word, width / fontSize, widthOf)),
    width / fontSize,
    widthOf,
  )
  if (lines.length <= maximumLines) return { lines, fontSize }
  const visible = lines.slice(0, maximumLines)
  return { lines: [...visible.slice(0, -1), shorten(visible.at(-1) ?? '', width / fontSize, widthOf)], fontSize }
}

/** One line of text without control characters. */
export function drawable(text: string): string {
  // Limits the work for very long input; visible titles are far shorter.
  return text
    .slice(0, 400)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Co}\p{Cn}\uFFFD]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function fillLines(words: readonly string[], width: number, widthOf: Measure): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** A word longer than a line becomes pieces that fit. */
function cutWord(word: string, width: number, widthOf: Measure): string[] {
  const pieces = ['']
  for (const { segment } of new Intl.Segmenter('id').segment(word)) {
    if (pieces.at(-1) !== '' && widthOf(pieces.at(-1) + segment) > width) pieces.push('')
    pieces[pieces.length - 1] += segment
  }
  return pieces
}

function shorten(line: string, width: number, widthOf: Measure): string {
  let text = line
  while (text && widthOf(`${text}…`) > width) text = text.slice(0, -1)
  return `${text.trimEnd()}…`
}
