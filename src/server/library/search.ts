import { sql, type Column, type SQL } from 'drizzle-orm'

type Searched = { document: Column; title: Column }

const maximumWords = 8

/**
 * What a text asks for, of a table with a search document: rows that hold at least half of its words (their beginnings and other
 * endings count), or whose title is spelled almost so. Any text will do; one without a word matches nothing.
 */
export function answersOf(text: string, { document, title }: Searched): { matches: SQL; worth: SQL } {
  const words = wordsOf(text)
  if (words.length === 0) return { matches: sql`false`, worth: sql`0::int` }
  const queries = words.map((word) => sql`(to_tsquery('simple', ${`'${word}':*`}) || to_tsquery('indonesian', ${`'${word}'`}))`)
  const held = sql.join(
    queries.map((query) => sql`(${document} @@ ${query})::int`),
    sql` + `,
  )
  const any = sql.join(queries, sql` || `)
  const spoken = words.join(' ')
  // Trigrams forgive a slip of the finger in a longer word.
  const nearly = spoken.length >= 4 ? sql`word_similarity(${spoken}, lower(${title})) >= 0.5` : sql`false`
  return {
    matches: sql`((${held}) * 2 >= ${words.length} or ${nearly})`,
    worth: sql`((${held}) * 10 + ts_rank(${document}, (${any})) * 10 + word_similarity(${spoken}, lower(${title})) * 5)`,
  }
}

/** Words of letters and digits only: nothing in them means anything to the query language. */
function wordsOf(text: string): string[] {
  const words = text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...new Set(words)].slice(0, maximumWords)
}
