import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/database/index.ts'

/** A text as the documents of courses contain it: its words as written, and their Indonesian stems. Empty without a word. */
type Lexemes = { written: string; stemmed: string }
/** The lexemes of these texts; the function throws for another text. */
export type ReadLexemes = (texts: Iterable<string>) => Promise<LexemesOf>
export type LexemesOf = (text: string) => Lexemes

const maximumWords = 20_000

/** The words of a text in the notation of the database, which has the stemmer. A phrase is its words with spaces between. */
export function createLexemeReader(database: Database): ReadLexemes {
  const known = new LRUCache<string, Lexemes>({ max: maximumWords })

  async function readWords(words: readonly string[]): Promise<void> {
    const rows = await database.prepared
      .select({ word: sql<string>`word`, written: lexemesIn('simple'), stemmed: lexemesIn('indonesian') })
      .from(sql`json_array_elements_text(${JSON.stringify(words)}::text::json) as requested (word)`)
    for (const { word, written, stemmed } of rows) known.set(word, { written, stemmed })
  }

  return async (texts) => {
    const words = new Set([...texts].flatMap((text) => text.split(' ')))
    const found = new Map<string, Lexemes>()
    const collect = (from: Iterable<string>) => {
      for (const word of from) {
        const lexemes = known.get(word)
        if (lexemes) found.set(word, lexemes)
      }
    }
    collect(words)
    const missing = [...words].filter((word) => !found.has(word))
    if (missing.length > 0) {
      await readWords(missing)
      collect(missing)
    }
    return (text) => {
      const parts = text.split(' ').map((word) => {
        const lexemes = found.get(word)
        if (!lexemes) throw new Error(`No lexemes were read for ${JSON.stringify(word)}`)
        return lexemes
      })
      return {
        written: parts.map(({ written }) => written).join(' '),
        stemmed: parts.map(({ stemmed }) => stemmed).join(' '),
      }
    }
  }
}

const lexemesIn = (configuration: 'simple' | 'indonesian') =>
  sql<string>`array_to_string(tsvector_to_array(to_tsvector(${sql.raw(`'${configuration}'`)}, word)), ' ')`
