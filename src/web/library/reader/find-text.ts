import type { PlacedSection } from './book.ts'

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

/** The text of HTML as the browser's own parser reads it: the same characters that stand in the page. */
export function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
}

/** Where the words stand, letter case and accents aside, in reading order. Fewer than two letters find nothing. */
export function findInText(text: string, query: string): { start: number; end: number }[] {
  const wanted = fold(query.trim())
  if (wanted.length < 2) return []
  const folded = fold(text)
  const hits: { start: number; end: number }[] = []
  for (let at = folded.indexOf(wanted); at !== -1 && hits.length < maximumHits; at = folded.indexOf(wanted, at + wanted.length)) {
    hits.push({ start: at, end: at + wanted.length })
  }
  return hits
}

// Character by character, so that places in the folded text are places in the text itself.
const fold = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => {
    const letter = text[index] ?? ''
    const folded = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return folded.length === 1 ? folded : letter
  }).join('')

/** Every place in the e-book's open sections, with a little of what stands around it. */
export function findInBook(sections: readonly PlacedSection[], query: string, textOf: (section: PlacedSection) => string): Hit[] {
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

/** A little of what stands before, from a whole word on. */
function before(text: string, start: number): string {
  if (start <= around) return text.slice(0, start)
  return `…\u00a0${text.slice(start - around, start).replace(/^\S*\s+/, '')}`
}

function after(text: string, end: number): string {
  if (end + around >= text.length) return text.slice(end)
  return `${text.slice(end, end + around).replace(/\s+\S*$/, '')}\u00a0…`
}
