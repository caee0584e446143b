import golden from '#server/catalog/search/golden-set.json' with { type: 'json' }
import { listPublished } from '../src/server/catalog/browse/list-courses.ts'
import { createCourseSearch } from '#server/catalog/search/search.ts'
import { suggest } from '#server/catalog/browse/suggest.ts'
import { openDatabase, openTemporaryDatabase, type Database } from '#server/platform/database/index.ts'
import { print, quantile, report, timeOf } from './support/measure.ts'
import { runPostgres } from './support/resources.ts'
import { fillSearchShop } from './support/search-shop.ts'

/** The maximum p99 of each kind of search, in milliseconds. */
const lineMs = 25

/** The kinds of search, each with the texts that are searched in turn. */
const kinds: Record<string, readonly string[]> = {
  'a rare word': ['laravel'],
  'a common word': ['aplikasi'],
  'two words': ['desain logo'],
  'a synonym': ['koding'],
  'a sentence': ['cara membuat website untuk pemula'],
  'a level': ['pemula'],
  'free of charge': ['gratis'],
  'a typo': ['javascrpt'],
  'two characters swapped': ['raect'],
  'a typo that no list contains': ['koprasi'],
  'three typos': ['desian laravell javascrpt'],
  'no result': ['zzzzqqqq'],
  'a symbol': ['100%'],
  ...Object.fromEntries(
    Object.entries(golden.queries).map(([kind, queries]) => [`golden: ${kind}`, queries.map(({ q }) => q)]),
  ),
}

type Options = {
  courses: number
  /** Searches of each kind. With fewer than 100 the p99 is the slowest one. */
  samples: number
  /** `embedded`, `postgres` or `both`. */
  database: string
}

export async function run(options: Options): Promise<void> {
  if (options.database !== 'postgres') {
    const database = await openTemporaryDatabase()
    await measure(database, 'embedded', options).finally(() => database.close())
  }
  if (options.database !== 'embedded') {
    await using server = await runPostgres()
    const database = await openDatabase({ databaseUrl: server.url })
    await measure(database, 'postgres', options).finally(() => database.close())
  }
}

async function measure(database: Database, where: string, { courses, samples }: Options): Promise<void> {
  print(`${where}: writing ${courses} courses …`)
  await fillSearchShop(database, courses)
  await database.upkeep()
  if (where === 'postgres') await database.query.execute('vacuum analyze')
  const search = createCourseSearch(database)
  const list = (q: string) =>
    listPublished({ queryable: database.query, search, now: new Date() }, { q, page: 1, limit: 24 })
  for (const [kind, texts] of Object.entries(kinds)) {
    let found = 0
    const [searches, suggestions]: [number[], number[]] = [[], []]
    for (const text of texts) await list(text)
    for (let at = 0; at < samples; at++) {
      const text = texts[at % texts.length] ?? ''
      searches.push(await timeOf(async () => (found += (await list(text)).total)))
      // As typed: most requests come before the last character.
      const typed = text.slice(0, Math.max(3, Math.ceil((text.length * ((at % 4) + 1)) / 4)))
      suggestions.push(await timeOf(() => suggest({ database, courseSearch: search }, typed)))
    }
    const isGood = [searches, suggestions].every((values) => quantile(values, 0.99) <= lineMs)
    const results = `${String(Math.round(found / samples)).padStart(6)} found`
    const times = `search ${format(searches)}   suggestions ${format(suggestions)}`
    report(isGood, `${where.padEnd(8)} ${kind.padEnd(28)} ${results}   ${times}`)
  }
}

function format(values: readonly number[]): string {
  const ms = (share: number) => quantile(values, share).toFixed(1).padStart(6)
  return `p50 ${ms(0.5)}  p99 ${ms(0.99)} ms`
}
