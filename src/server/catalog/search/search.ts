import type { Database } from '#server/platform/database/index.ts'
import { asOneWord, isLongWord, swapped } from '#server/platform/search-text.ts'
import { followCourses } from './follow-courses.ts'
import { createLexemeReader } from './lexemes.ts'
import { nearestWords } from './name-words.ts'
import { joinPhrases, parseQuery, toTerm, type Term } from './parse-query.ts'
import { isIndexed, isMatched, rankCourses, textsOf, type Lookup, type Ranked } from './rank.ts'
import { nearestKnownWord } from './words.ts'

export type SearchOptions = {
  /** The last word is still being typed, so prefixes match. */
  isTyping?: boolean
}

export type Found = {
  terms: readonly Term[]
  /** The published courses that match, best first; courses with the same score in no particular order. */
  ranked: readonly Ranked[]
}

export type CourseSearch = ReturnType<typeof createCourseSearch>

/** Searches the published courses, as of the moment of the call. */
export function createCourseSearch(database: Database) {
  const readLexemes = createLexemeReader(database)
  const currentIndex = followCourses(database, readLexemes)

  async function lookupFor(terms: readonly Term[], { isTyping = false }: SearchOptions): Promise<Lookup> {
    const [index, lexemesOf] = await Promise.all([currentIndex(), readLexemes(terms.flatMap(textsOf))])
    return { index, lexemesOf, prefixFrom: isTyping ? 1 : 4 }
  }

  /** The same terms, with the misspelled ones corrected. */
  async function correctTypos(terms: readonly Term[], lookup: Lookup): Promise<readonly Term[]> {
    const misspelled = terms.filter((term) => mayBeMisspelled(term) && !isMatched(lookup, term))
    if (misspelled.length === 0) return terms
    const known = new Map(misspelled.filter(isNoNumber).map((term) => [term, nearestKnownWord(term.text)]))
    const lexemesOf = await readLexemes(
      [...known].flatMap(([{ text }, word]) => [...(word === null ? [] : [word]), ...swapped(text)]),
    )
    const correct = (term: Term): Term => {
      if (known.has(term)) return readAsTypo({ ...lookup, lexemesOf }, term, known.get(term) ?? null)
      return misspelled.includes(term) ? { ...term, isMisspelled: true } : term
    }
    return joinPhrases(terms.map(correct))
  }

  return {
    async update(): Promise<void> {
      await currentIndex()
    },

    /** The courses that match a query; null for a query without words. */
    async find(query: string, options: SearchOptions = {}): Promise<Found | null> {
      const typed = parseQuery(query)
      if (typed.length === 0) return null
      const lookup = await lookupFor(typed, options)
      const spelled = joinParts(lookup, typed)
      const known = spelled === typed ? lookup : await lookupFor(spelled, options)
      const terms = await correctTypos(spelled, known)
      return {
        terms,
        ranked: rankCourses(
          terms === spelled ? known : { ...known, lexemesOf: await readLexemes(terms.flatMap(textsOf)) },
          terms,
        ),
      }
    },
  }
}

/** "wi fi" and "wi-fi" are also searched as "wifi", where courses have that word. */
function joinParts({ index }: Lookup, terms: readonly Term[]): readonly Term[] {
  const joined: Term[] = []
  for (let at = 0; at < terms.length; at++) {
    const [first, second] = [terms[at], terms[at + 1]]
    if (!first) continue
    const word = second && asOneWord(first.text, second.text)
    if (!word || !index.contains({ texts: [word] })) {
      joined.push(first)
      continue
    }
    const term = toTerm(word)
    joined.push({ ...term, synonyms: [...new Set([...term.synonyms, first.text, second.text])] })
    at++
  }
  return joined.length === terms.length ? terms : joined
}

const mayBeMisspelled = ({ text, isSymbol, preference }: Term) =>
  !isSymbol && preference === null && isLongWord(text) && !text.includes(' ')

/** Somebody who searches for 2042 does not mean 2024. */
const isNoNumber = ({ text }: Term) => !/^\p{N}+$/u.test(text)

/** Replaces the term by the nearest word, with other near words as synonyms. `known` is the nearest word of synonyms.json. Unchanged when no word is near. */
function readAsTypo(lookup: Lookup, term: Term, known: string | null): Term {
  const isKnownIndexed = known !== null && isIndexed(lookup, known)
  const [nearest, ...others] = [
    ...(known === null ? [] : [known]),
    ...(isKnownIndexed ? [] : wordsNear(lookup, term.text)),
  ]
  if (!nearest) return { ...term, isMisspelled: true }
  const meant = toTerm(nearest)
  return {
    ...meant,
    isMisspelled: true,
    synonyms: [...new Set([...meant.synonyms, ...others])].filter((word) => word !== nearest),
  }
}

/** Candidates for a typo, nearest first: words of names, and the word with two neighbouring letters swapped where a course contains it. */
const wordsNear = (lookup: Lookup, text: string): string[] =>
  nearestWords(text, [...lookup.index.nearNames(text), ...swapped(text).filter((word) => isIndexed(lookup, word))])
