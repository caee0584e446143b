import { sql, type SQL } from 'drizzle-orm'
import { ebooks, tips } from './tables.ts'

type Searched = {
  /** Words and their stems. */
  document: SQL
  /** The same words as they are written. */
  words: SQL
  title: SQL
  /** What it is called and by whom: here a longer word is also found in the middle of another. */
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
/** From how many letters on a word is meant as it stands: "script" finds "JavaScript", "git" does not find "digital". */
const longWord = 4

/**
 * What a text asks for: rows that hold at least half of its words (their beginnings and other endings count), or whose title is spelled
 * almost so. Any text will do; one without a word matches nothing.
 */
export function answersOf(text: string, { document, words, title, names }: Searched): { matches: SQL; worth: SQL } {
  const asked = wordsOf(text)
  if (asked.length === 0) return { matches: sql`false`, worth: sql`0::int` }
  const terms = asked.map((word) => {
    const [begins, bends] = [sql`to_tsquery('simple', ${`'${word}':*`})`, sql`to_tsquery('indonesian', ${`'${word}'`})`]
    const isWithin = word.length >= longWord ? sql` or ${names} like ${`%${word}%`}` : sql``
    return {
      isHeld: sql`(${words} @@ ${begins} or ${document} @@ ${bends}${isWithin})::int`,
      rank: sql`ts_rank(${words}, ${begins}) + ts_rank(${document}, ${bends})`,
    }
  })
  const sum = (numbers: SQL[]) => sql`(${sql.join(numbers, sql` + `)})`
  const held = sum(terms.map(({ isHeld }) => isHeld))
  const spoken = asked.join(' ')
  // Trigrams forgive a slip of the finger in a longer word.
  const nearly = spoken.length >= longWord ? sql`word_similarity(${spoken}, ${title}) >= 0.5` : sql`false`
  return {
    matches: sql`(${held} * 2 >= ${asked.length} or ${nearly})`,
    worth: sql`(${held} * 10 + ${sum(terms.map(({ rank }) => rank))} * 10 + word_similarity(${spoken}, ${title}) * 5)`,
  }
}

/** Words of letters and digits only: nothing in them means anything to the query language, nor to `like`. */
function wordsOf(text: string): string[] {
  const words = text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...new Set(words)].slice(0, maximumWords)
}
