import { sql, type SQL } from 'drizzle-orm'
import { cleanText, isLongWord, joiningSigns, similarFrom } from '#server/platform/search-text.ts'
import { ebooks, tips } from './tables.ts'

type Searched = {
  /** Words and their stems. */
  document: SQL
  /** The words without stemming. */
  words: SQL
  title: SQL
  /** Title and author or tags; longer words also match inside other words here. */
  names: SQL
}

export const searchedEbooks: Searched = {
  document: sql`${ebooks.document}`,
  words: sql`${ebooks.words}`,
  title: sql`lower(${ebooks.title})`,
  names: sql`lower(${ebooks.title} || ' ' || ${ebooks.author})`,
}
export const searchedTips: Searched = {
  document: sql`${tips.document}`,
  words: sql`${tips.words}`,
  title: sql`lower(${tips.title})`,
  names: sql`lower(${tips.title} || ' ' || ${tips.tags}::text)`,
}

const maximumWords = 8

/**
 * The search condition and score for a text: rows that contain at least half of its words (as prefix or stem), or whose title is similar.
 * Accepts any text; without a word it matches nothing.
 */
export function searchIn(text: string, { document, words, title, names }: Searched): { matches: SQL; score: SQL } {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return { matches: sql`false`, score: sql`0::int` }
  const terms = wanted.map((word) => {
    const [prefix, stem] = [sql`to_tsquery('simple', ${`'${word}':*`})`, sql`to_tsquery('indonesian', ${`'${word}'`})`]
    // Also without the signs inside of words, as people type them: "wifi" of "Wi-Fi".
    const isWithin = isLongWord(word)
      ? sql` or ${names} like ${`%${word}%`} or translate(${names}, ${joiningSigns}, '') like ${`%${word}%`}`
      : sql``
    return {
      isFound: sql`(${words} @@ ${prefix} or ${document} @@ ${stem}${isWithin})::int`,
      rank: sql`ts_rank(${words}, ${prefix}) + ts_rank(${document}, ${stem})`,
    }
  })
  const sum = (numbers: SQL[]) => sql`(${sql.join(numbers, sql` + `)})`
  const foundCount = sum(terms.map(({ isFound }) => isFound))
  const joined = wanted.join(' ')
  // Trigram similarity tolerates typos in longer words.
  const isSimilar = isLongWord(joined) ? sql`word_similarity(${joined}, ${title}) >= ${similarFrom}::real` : sql`false`
  return {
    matches: sql`(${foundCount} * 2 >= ${wanted.length} or ${isSimilar})`,
    score: sql`(${foundCount} * 10 + ${sum(terms.map(({ rank }) => rank))} * 10 + word_similarity(${joined}, ${title}) * 5)`,
  }
}

/** Words of letters and digits only, so that they need no escaping in tsquery or `like`. */
function wordsOf(text: string): string[] {
  const words = cleanText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...new Set(words)].slice(0, maximumWords)
}
