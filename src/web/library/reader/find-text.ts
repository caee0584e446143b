import type { OrderedSection } from './book.ts'

export type Hit = {
  sectionId: string
  heading: string
  /** Characters of the section's plain text. */
  start: number
  end: number
  before: string
  found: string
  after: string
}

const around = 40
const maximumHits = 100

/** Text of the HTML, with the same characters as the rendered page. */
export function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
}

/** Offsets of the matches in text order, ignoring case and accents. A query shorter than two characters has no matches. */
export function findInText(text: string, query: string): { start: number; end: number }[] {
  const needle = fold(query.trim())
  if (needle.length < 2) return []
  const folded = fold(text)
  const hits: { start: number; end: number }[] = []
  for (
    let at = folded.indexOf(needle);
    at !== -1 && hits.length < maximumHits;
    at = folded.indexOf(needle, at + needle.length)
  ) {
    hits.push({ start: at, end: at + needle.length })
  }
  return hits
}

// Folds each character separately, so that offsets in the folded text are valid in the original.
const fold = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => {
    const character = text[index] ?? ''
    const folded = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return folded.length === 1 ? folded : character
  }).join('')

/** Matches in all unlocked sections, with the text around them. */
export function findInBook(
  sections: readonly OrderedSection[],
  query: string,
  textOf: (section: OrderedSection) => string,
): Hit[] {
  return sections
    .flatMap((section) => {
      const text = textOf(section)
      return findInText(text, query).map(({ start, end }) => ({
        sectionId: section._id,
        heading: section.heading,
        start,
        end,
        before: before(text, start),
        found: text.slice(start, end),
        after: after(text, end),
      }))
    })
    .slice(0, maximumHits)
}

/** The text before the match, starting with a whole word. */
function before(text: string, start: number): string {
  if (start <= around) return text.slice(0, start)
  return `…\u00a0${text.slice(start - around, start).replace(/^\S*\s+/, '')}`
}

function after(text: string, end: number): string {
  if (end + around >= text.length) return text.slice(end)
  return `${text.slice(end, end + around).replace(/\s+\S*$/, '')}\u00a0…`
}
