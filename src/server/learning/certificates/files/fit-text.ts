type Measure = (text: string) => number
type Segments = { segment(text: string): Iterable<{ segment: string }> }
const letters: Segments = new Intl.Segmenter('id', { granularity: 'grapheme' })

/** Pieces of a word that fit a line, never within a letter and its accents. */
function cutWord(word: string, width: number, measure: Measure): string[] {
  const pieces = ['']
  for (const { segment } of letters.segment(word)) {
    const last = pieces.at(-1) ?? ''
    if (last !== '' && measure(last + segment) > width) pieces.push(segment)
    else pieces[pieces.length - 1] = last + segment
  }
  return pieces
}

/** A font size for names and titles of any length; a word that is longer than a line gets line breaks. `measure` says how wide a text is at size 1. */
export function fitText(
  text: string,
  { width, largest, smallest, measure }: { width: number; largest: number; smallest: number; measure: Measure },
): { text: string; size: number } {
  const words = text.split(' ')
  const longest = Math.max(...words.map((word) => measure(word)))
  const size = Math.max(
    smallest,
    Math.min(largest, (largest * 24) / [...text].length, longest > 0 ? width / longest : largest),
  )
  return {
    text: words
      .map((word) => (measure(word) * size > width * 1.001 ? cutWord(word, width / size, measure).join('\n') : word))
      .join(' '),
    size,
  }
}
