import { readFile, readdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { listPublished } from '#server/catalog/list-courses.ts'
import { suggest } from '#server/catalog/search/suggest.ts'
import { migrate, openTemporaryDatabase, type Database } from '#server/database/index.ts'
import { median } from './quantile.ts'

// Measures searches in a big catalogue on the embedded database against the first page of the same catalogue without a search
// in the same run. Without the product's cache, which serves repeated searches from memory.

const size = Number(process.argv[2] ?? 10_000)
const rounds = 7
// Goal: the maximum ratio of a search to a plain page.
const goal = 15

const content = 'src/server/demo/content/courses'
type DemoCourse = { title: string; tagline: string; description: string; learn: string[]; level: string }

/** Creates course texts with a realistic word distribution, the same in every run. */
async function createWriter() {
  const courses = await Promise.all(
    (await readdir(content)).map(async (folder) => JSON.parse(await readFile(`${content}/${folder}/course.json`, 'utf8')) as DemoCourse),
  )
  const names = courses.flatMap(({ title, tagline }) => `${title} ${tagline}`.split(/\s+/))
  const prose = courses.flatMap(({ description, learn }) => [description, ...learn].join(' ').split(/\s+/))
  let state = 7
  const draw = (limit: number) => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) % limit
  const syllables = ['ba', 'cu', 'da', 'ga', 'ha', 'ja', 'ka', 'li', 'mi', 'na', 'nga', 'nya', 'pe', 'ra', 'sa', 'ta', 'tu', 'wa', 'yu', 'o']
  const invented = Array.from({ length: 20_000 }, () => Array.from({ length: 2 + draw(3) }, () => syllables[draw(syllables.length)]).join(''))
  // Few words are frequent and most are rare. One in twelve is from the demo, so that each text below has results.
  const oneOf = (words: readonly string[]) =>
    draw(12) === 0 ? words[draw(words.length)] : invented[Math.floor(invented.length * (draw(10_000) / 10_000) ** 3)]
  const write = (words: readonly string[], count: number) => Array.from({ length: count }, () => oneOf(words)).join(' ')
  return (index: number) => ({
    title: `${write(names, 5)} ${index}`.slice(0, 200),
    tagline: write(names, 12).slice(0, 300),
    description: write(prose, 80),
    level: courses[index % courses.length]?.level,
  })
}

async function fill(database: Database): Promise<void> {
  await migrate(database)
  const write = await createWriter()
  await database.query.execute(sql`
    insert into users (id, name, email, role, created_at) values (gen_random_uuid(), 'Pengajar Ukur', 'bench@contoh.id', 'instructor', now())`)
  await database.query.execute(
    sql`insert into categories (id, name, slug, group_name, position) select gen_random_uuid(), name, lower(name), 'programming', ordinality from unnest(array['Laravel', 'React', 'Figma', 'Logo', 'Pemasaran']) with ordinality as t (name, ordinality)`,
  )
  for (let from = 0; from < size; from += 500) {
    const batch = JSON.stringify(Array.from({ length: Math.min(500, size - from) }, (_, at) => write(from + at)))
    await database.query.execute(sql`
      insert into courses (id, status, published_at, created_at, updated_at, title, tagline, description, learn, level, price_idr, category_id, instructor_id)
      select gen_random_uuid(), 'published', now(), now(), now(), title, tagline, description, '[]', level, 100000,
        (select id from categories order by md5(title || slug) limit 1), (select id from users limit 1)
      from json_to_recordset(${batch}) as written (title text, tagline text, description text, level text)`)
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const texts = {
  'a rare word': 'laravel',
  'a common word': 'aplikasi',
  'two words': 'desain logo',
  'a synonym': 'koding',
  'a sentence': 'cara membuat website untuk pemula',
  'a level': 'pemula',
  'free of charge': 'gratis',
  'a typo': 'javascrpt',
  'two characters swapped': 'raect',
  'a typo that no list contains': 'koprasi',
  'three typos': 'desian laravell javascrpt',
  'no result': 'zzzzqqqq',
  'a symbol': '100%',
}

const database = await openTemporaryDatabase()
try {
  process.stdout.write(`writing ${size} courses …\n`)
  await fill(database)
  await database.upkeep()
  const list = (q?: string) => listPublished(database.query, { ...(q ? { q } : {}), page: 1, limit: 24 })
  const times = new Map<string, { found: number; search: number[]; suggest: number[] }>()
  const baselines: number[] = []
  for (let round = -1; round < rounds; round++) {
    const baseline = await time(() => list())
    if (round >= 0) baselines.push(baseline)
    for (const [name, text] of Object.entries(texts)) {
      const samples = times.get(name) ?? { found: 0, search: [], suggest: [] }
      times.set(name, samples)
      const search = await time(async () => (samples.found = (await list(text)).total))
      const suggestions = await time(() => suggest(database.query, text))
      if (round < 0) continue
      samples.search.push(search)
      samples.suggest.push(suggestions)
    }
  }
  const baseline = median(baselines)
  process.stdout.write(`a plain page of ${size} courses takes ${baseline.toFixed(1)} ms (goal: ratio ≤ ${goal})\n`)
  for (const [name, { found, search, suggest }] of times) {
    const figures = [median(search), median(suggest)]
    process.stdout.write(
      `  ${name.padEnd(28)} ${String(found).padStart(6)} found   search ${figures[0]?.toFixed(1).padStart(7)} ms  ratio ${(median(search) / baseline).toFixed(1).padStart(5)}   suggestions ${figures[1]?.toFixed(1).padStart(7)} ms\n`,
    )
    if (figures.some((figure) => figure / baseline > goal)) process.exitCode = 1
  }
} finally {
  await database.close()
}
