/** The fields of a course, as bits. */
export const fields = { title: 1, tagline: 2, category: 4, others: 8 } as const

/** The positions of a word, each with the bit of the field there. */
type Positions = Map<number, number>

/** The words of a search document in the notation of `tsvector`: `'ajar':3 'kelas':1A,4`. */
export function readDocument(document: string): Map<string, Positions> {
  const words = new Map<string, Positions>()
  for (const [, quoted = '', listed = ''] of document.matchAll(/'((?:[^'\\]|''|\\\\)*)':([\dA-D,]+)/g)) {
    const positions: Positions = new Map()
    for (const position of listed.split(','))
      positions.set(Number.parseInt(position), fieldOfWeight[position.at(-1) ?? ''] ?? fields.others)
    words.set(quoted.replaceAll("''", "'").replaceAll('\\\\', '\\'), positions)
  }
  return words
}

const fieldOfWeight: Record<string, number> = { A: fields.title, B: fields.tagline, C: fields.category }

export function fieldsAt(positions: Positions): number {
  let bits = 0
  for (const field of positions.values()) bits |= field
  return bits
}

/** Finds the phrases of a document, with their fields. */
export function createPhraseFinder(phrases: Iterable<string>) {
  const byFirstWord = Map.groupBy(phrases, (phrase) => phrase.split(' ')[0] ?? '')
  return function* findPhrases(words: ReadonlyMap<string, Positions>): Generator<[phrase: string, fields: number]> {
    for (const [word, starts] of words) {
      for (const phrase of byFirstWord.get(word) ?? []) {
        const rest = phrase.split(' ').slice(1)
        let bits = 0
        for (const [start, field] of starts) {
          // A phrase across two fields is in the text, but in neither of them.
          const isInField = rest.every((next, offset) => words.get(next)?.get(start + offset + 1) === field)
          const isInText = rest.every((next, offset) => words.get(next)?.has(start + offset + 1))
          if (isInText) bits |= isInField ? field : fields.others
        }
        if (bits !== 0) yield [phrase, bits]
      }
    }
  }
}
