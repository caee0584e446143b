import { readFile, readdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { migrate, type Database } from '#server/platform/database/index.ts'

const content = 'demo/courses'
type DemoCourse = { title: string; tagline: string; description: string; learn: string[]; level: string }

/** Creates course texts with a realistic word distribution, the same in every run. */
async function createWriter() {
  const courses = await Promise.all(
    (await readdir(content)).map(
      async (folder) => JSON.parse(await readFile(`${content}/${folder}/course.json`, 'utf8')) as DemoCourse,
    ),
  )
  const names = courses.flatMap(({ title, tagline }) => `${title} ${tagline}`.split(/\s+/))
  const prose = courses.flatMap(({ description, learn }) => [description, ...learn].join(' ').split(/\s+/))
  let state = 7
  const draw = (limit: number) => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) % limit
  const syllables = [
    'ba',
    'cu',
    'da',
    'ga',
    'ha',
    'ja',
    'ka',
    'li',
    'mi',
    'na',
    'nga',
    'nya',
    'pe',
    'ra',
    'sa',
    'ta',
    'tu',
    'wa',
    'yu',
    'o',
  ]
  const invented = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 2 + draw(3) }, () => syllables[draw(syllables.length)]).join(''),
  )
  // Few words are frequent and most are rare. One in twelve is from the demo, so that each searched text has results.
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

/** Migrates the database and writes this many published courses, each with a different text. */
export async function fillSearchShop(database: Database, size: number): Promise<void> {
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
