import golden from '#server/catalog/search/golden-set.json' with { type: 'json' }
import { listPublished } from '#server/catalog/list-courses.ts'
import { createCourseSearch } from '#server/catalog/search/search.ts'
import { suggest } from '#server/catalog/search/suggest.ts'
import { openDatabase, openTemporaryDatabase, type Database } from '#server/platform/database/index.ts'
import { startPostgres } from '#testing/postgres/start-postgres.ts'
import { quantile } from './quantile.ts'
import { report } from './report.ts'
import { fillSearchShop } from './search-shop.ts'

// Measures searches and suggestions in a catalogue of different texts on PostgreSQL and on the embedded database, without the page
// cache, which serves repeated searches from memory. Usage: npm run bench:search -- [--postgres | --embedded] [courses]

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const size = Number(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 10_000)
/** The maximum p99 of each kind of search, in milliseconds. */
const lineMs = 25
/** Searches of each kind. With fewer than 100 the p99 would be the slowest one. */
const samples = 300

const { 'as written': asWritten, ...others } = golden.queries
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
  ...Object.fromEntries(Object.entries({ 'as written': asWritten, ...others }).map(([kind, queries]) => [`golden: ${kind}`, queries.map(({ q }) => q)])),
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function measure(database: Database, where: string): Promise<void> {
  process.stdout.write(`${where}: writing ${size} courses …\n`)
  await fillSearchShop(database, size)
  await database.upkeep()
  if (where === 'postgres') await database.query.execute('vacuum analyze')
  const search = createCourseSearch(database)
  const list = (q: string) => listPublished(database.query, search, { q, page: 1, limit: 24 })
  for (const [kind, texts] of Object.entries(kinds)) {
    let found = 0
    const [searches, suggestions]: [number[], number[]] = [[], []]
    for (const text of texts) await list(text)
    for (let at = 0; at < samples; at++) {
      const text = texts[at % texts.length] ?? ''
      searches.push(await time(async () => (found += (await list(text)).total)))
      // As typed: most requests come before the last character.
      const typed = text.slice(0, Math.max(3, Math.ceil((text.length * ((at % 4) + 1)) / 4)))
      suggestions.push(await time(() => suggest(database.query, search, typed)))
    }
    const figures = [searches, suggestions].map((values) => `p50 ${format(quantile(values, 0.5))}  p99 ${format(quantile(values, 0.99))} ms`)
    const isGood = [searches, suggestions].every((values) => quantile(values, 0.99) <= lineMs)
    report(
      isGood,
      `${where.padEnd(8)} ${kind.padEnd(28)} ${String(Math.round(found / samples)).padStart(6)} found   search ${figures[0]}   suggestions ${figures[1]}`,
    )
  }
}

const format = (ms: number): string => ms.toFixed(1).padStart(6)

if (!options.includes('--postgres')) {
  const database = await openTemporaryDatabase()
  await measure(database, 'embedded').finally(() => database.close())
}
if (!options.includes('--embedded')) {
  const server = await startPostgres()
  const database = await openDatabase({ databaseUrl: server.url })
  await measure(database, 'postgres').finally(() => database.close())
  await server.stop()
}
