import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const titlesOf = (courses: { title: string }[]) => courses.map(({ title }) => title)
const search = async (q: string): Promise<string[]> =>
  titlesOf((await site.call('GET', `/search?q=${q}`)).body.data.courses)

test('pages through the results of a search in one order, without gaps or repetitions', async () => {
  for (const number of [1, 2, 3, 4, 5]) await site.createCourse({ title: `Angklung ${number}`, category: 'Musik' })
  const pageOf = async (page: number, limit: number) =>
    (await site.call('GET', `/courses?q=angklung&page=${page}&limit=${limit}`)).body
  const { data, meta } = await pageOf(1, 24)
  expect([data.length, meta.total]).toEqual([5, 5])
  const pages = await Promise.all([1, 2, 3, 4].map((page) => pageOf(page, 2)))
  expect(pages.map((page) => page.meta.total)).toEqual([5, 5, 5, 5])
  expect(pages.flatMap((page) => titlesOf(page.data))).toEqual(titlesOf(data))
})

test('pages by popularity through more courses than are read at once, the most popular ones first and the others after them', async () => {
  await site.database.query.execute(sql`insert into courses
    (id, status, title, tagline, description, category_id, level, price_idr, instructor_id, published_at, student_count, created_at, updated_at)
    select gen_random_uuid(), 'published', case when n % 2 = 0 then 'Kolintang ' else 'Sasando ' end || n, '', '', (select id from categories limit 1), 'Pemula', 0, (select instructor_id from courses limit 1),
      now(), 9000 - n / 3, now(), now() from generate_series(1, 1100) as n`)
  const { rows: sorted } = await site.database.query.execute<{ title: string }>(
    sql`select title from courses where title like 'Kolintang %' order by student_count desc, published_at desc, id desc`,
  )
  for (const order of ['', '&sort=popular']) {
    const { data, meta } = (await site.call('GET', `/courses?q=kolintang${order}&limit=48`)).body
    expect([order, meta.total, titlesOf(data)]).toEqual([order, 550, titlesOf(sorted.slice(0, 48))])
    // The first one is read from the most popular courses, the last one is not among them.
    for (const page of [10, 11, 12]) {
      const { data: later } = (await site.call('GET', `/courses?q=kolintang${order}&limit=48&page=${page}`)).body
      expect([page, titlesOf(later)]).toEqual([page, titlesOf(sorted.slice((page - 1) * 48, page * 48))])
    }
  }
  expect(titlesOf((await site.call('GET', '/search/suggestions?q=kolintang')).body.data)).toEqual(
    titlesOf(sorted.slice(0, 8)),
  )
})

test('ranks title above tagline above category above lessons; popularity only decides ties', async () => {
  const made: { id: string; lessonIds: string[] }[] = []
  for (const [title, category] of [
    ['Gamelan Satu', 'Musik'],
    ['Gamelan Dua', 'Musik'],
    ['Nada Pertama', 'Musik'],
    ['Nada Kedua', 'Gamelan'],
    ['Nada Ketiga', 'Musik'],
  ] as const) {
    made.push(await site.createCourse({ title, category }))
  }
  const [, second, tagline, , lesson] = made
  await site.database.query.execute(
    sql`update courses set tagline = 'Bermain gamelan', student_count = 500 where id = ${tagline?.id}`,
  )
  await site.database.query.execute(sql`update courses set student_count = 9 where id = ${second?.id}`)
  await site.database.query.execute(sql`update contents set title = 'Gamelan' where id = ${lesson?.lessonIds[0]}`)
  await site.database.query.execute(sql`update courses set student_count = 900 where id = ${lesson?.id}`)
  expect(await search('gamelan')).toEqual(['Gamelan Dua', 'Gamelan Satu', 'Nada Pertama', 'Nada Kedua', 'Nada Ketiga'])
  const { body } = await site.call('GET', '/courses?q=gamelan&sort=popular&category=musik')
  expect(titlesOf(body.data)).toEqual(['Nada Ketiga', 'Nada Pertama', 'Gamelan Dua', 'Gamelan Satu'])
})
