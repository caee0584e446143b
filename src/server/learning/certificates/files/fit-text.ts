/** About as wide as the boldest letters are, in units of the font size. */
function widthOf(character: string): number {
  if (/[\p{M}\p{Cf}]/u.test(character)) return 0
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Javanese}\p{Extended_Pictographic}]/u.test(
      character,
    )
  )
    return 1.05
  if (/[mwMW@%]/.test(character)) return 1
  return /\p{Lu}/u.test(character) ? 0.8 : 0.68
}
const measure = (text: string): number => [...text].reduce((sum, character) => sum + widthOf(character), 0)

type Segments = { segment(text: string): Iterable<{ segment: string }> }
const letters: Segments = new Intl.Segmenter('id', { granularity: 'grapheme' })

/** Pieces of a word that fit a line, never within a letter and its accents. */
function cutWord(word: string, width: number): string[] {
  const pieces = ['']
  for (const { segment } of letters.segment(word)) {
    const last = pieces.at(-1) ?? ''
    if (last !== '' && measure(last + segment) > width) pieces.push(segment)
    else pieces[pieces.length - 1] = last + segment
  }
  return pieces
}

/** A font size for names and titles of any length; a word that is longer than a line gets line breaks. */
export function fitText(
  text: string,
  { width, largest, smallest }: { width: number; largest: number; smallest: number },
): { text: string; size: number } {
  const words = text.split(' ')
  const longest = Math.max(...words.map((word) => measure(word)))
  const size = Math.max(
    smallest,
    Math.min(largest, (largest * 24) / [...text].length, longest > 0 ? width / longest : largest),
  )
  return {
    text: words
      .map((word) => (measure(word) * size > width * 1.001 ? cutWord(word, width / size).join('\n') : word))
      .join(' '),
    size,
  }
}
