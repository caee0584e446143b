import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanText } from '#server/platform/search-text.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const titlesOf = (courses: { title: string }[]) => courses.map(({ title }) => title)
const search = async (q: string): Promise<string[]> =>
  titlesOf((await site.call('GET', `/search?q=${encodeURIComponent(q)}`)).body.data.courses)

describe('any text', () => {
  const hostile = [
    "'",
    '"',
    "' or 1=1 --",
    "'; drop table courses--",
    'a & | ! ( ) <-> :*',
    "laravel':* | 'x",
    '\\',
    '%',
    '_',
    '!!!',
    '\uD800',
    '😀',
    '日本語',
    'e\u0301',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '-- -- --',
    'c++ c#',
    'http://a.b/c?d=e',
    'a@b.c',
    '1e5 -3 0x1F',
    'ﬁgma',
    'x'.repeat(100),
    'a '.repeat(50),
    'desian '.repeat(14),
  ]
  test.each(hostile)('returns 200: %j', async (q) => {
    for (const path of ['/search?q=', '/search/suggestions?q=', '/courses?q=', '/courses/keyword/']) {
      const { status } = await site.call('GET', path + encodeURIComponent(q.toWellFormed()))
      expect([path, status]).toEqual([path, 200])
    }
  })
  test('with a null character is rejected with 422', async () =>
    expect((await site.call('GET', '/search?q=a%00b')).status).toBe(422))
  test('longer than 100 characters is rejected with 422', async () => {
    for (const path of ['/search', '/search/suggestions'])
      expect((await site.call('GET', `${path}?q=${'a'.repeat(101)}`)).status).toBe(422)
  })
  test('is not a pattern: a wildcard matches only itself', async () => expect(await search('_')).toEqual([]))
})

describe('the index is updated at once', () => {
  test('finds a new title, lesson or category name, not the old one, and never drafts', async () => {
    const course = await site.createCourse({ title: 'Merajut Syal Hangat', category: 'Kerajinan' })
    await site.createCourse({ title: 'Merajut Diam-diam', category: 'Kerajinan', status: 'draft' })
    expect(await search('merajut')).toEqual([course.title])
    await site.database.query.execute(sql`update courses set title = 'Menyulam Taplak' where id = ${course.id}`)
    expect(await search('merajut')).toEqual([])
    await site.database.query.execute(
      sql`update contents set title = 'Benang emas Palembang' where id = ${course.lessonIds[0]}`,
    )
    expect(await search('palembang')).toEqual(['Menyulam Taplak'])
    await site.database.query.execute(sql`update categories set name = 'Prakarya' where name = 'Kerajinan'`)
    expect(await search('prakarya')).toEqual(['Menyulam Taplak'])
    expect(await search('qomarudin')).toEqual([])
    await site.database.query.execute(
      sql`update users set name = 'Xaverius Qomarudin' where id = (select instructor_id from courses where id = ${course.id})`,
    )
    expect(await search('qomarudin')).toEqual(['Menyulam Taplak'])
    const other = await site.createInstructor()
    await site.database.query.execute(sql`update courses set instructor_id = ${other.id} where id = ${course.id}`)
    expect(await search('qomarudin')).toEqual([])
    await site.database.query.execute(sql`delete from contents where course_id = ${course.id}`)
    expect(await search('palembang')).toEqual([])
  })

  test('finds a course from when it is published until it is not, also for a typo', async () => {
    const { id } = await site.createCourse({ title: 'Membatik Wonogirian', category: 'Batik', status: 'draft' })
    const expectFound = async (titles: string[]) => {
      for (const q of ['wonogirian', 'wonogiriam', 'nogiri']) expect([q, await search(q)]).toEqual([q, titles])
    }
    await expectFound([])
    await site.database.query.execute(
      sql`update courses set status = 'published', published_at = now() where id = ${id}`,
    )
    await expectFound(['Membatik Wonogirian'])
    await site.database.query.execute(sql`update courses set status = 'archived' where id = ${id}`)
    await expectFound([])
  })

  test.each([
    ['Khotbah Jum’at yang Singkat', ['jumat', 'jum’at', "jum'at"]],
    ["Mengeja Qur'an dari Nol", ['quran', 'qur’an']],
    ['Memasang Wi-Fi Sendiri', ['wifi', 'wi-fi', 'wi fi']],
    ['Memasang WiFi Sendiri', ['wifi', 'wi-fi', 'wi fi', 'WI‑FI']],
    ['Memasang Wi Fi Sendiri', ['wifi', 'wi-fi', 'wi fi']],
    ['Menulis E-Book Laris', ['ebook', 'e-book', 'e book']],
    ['Menulis Ebook Laris', ['ebook', 'e-book', 'e book']],
    ['ASP.NET untuk Kasir', ['aspnet', 'asp.net']],
    ['Merapikan UI/UX Toko', ['uiux', 'ui/ux', 'ui-ux', 'ui ux']],
    ['Merapikan UI UX Toko', ['uiux', 'ui/ux', 'ui-ux', 'ui ux']],
  ])('finds “%s” however the signs inside its words are typed', async (title, queries) => {
    const course = await site.createCourse({ title, category: 'Tanda' })
    for (const q of queries) expect([q, await search(q)]).toEqual([q, expect.arrayContaining([title])])
    await site.database.query.execute(sql`delete from courses where id = ${course.id}`)
  })

  test('never corrects a number into another one', async () => {
    await site.createCourse({ title: 'Kebaya Encim 2024', category: 'Busana' })
    expect(await search('2042')).toEqual([])
    const { data, message } = (await site.call('GET', `/courses?q=encim+2042`)).body
    expect([titlesOf(data), message]).toEqual([
      ['Kebaya Encim 2024'],
      'Tidak ada kelas yang persis “encim 2042”. Ini yang paling mirip.',
    ])
  })

  test('finds no course that was deleted, and counts it no more', async () => {
    const course = await site.createCourse({ title: 'Menempa Keris Luwu', category: 'Logam' })
    expect(await search('luwu')).toEqual([course.title])
    await site.database.query.execute(sql`delete from courses where id = ${course.id}`)
    expect((await site.call('GET', '/courses?q=luwu')).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  test('finds a course as free from when it costs nothing', async () => {
    const { id, title } = await site.createCourse({ title: 'Memahat Asmat', category: 'Kayu', price: 90_000 })
    const free = async () => titlesOf((await site.call('GET', '/courses?q=gratis&limit=48')).body.data)
    expect(await free()).not.toContain(title)
    await site.database.query.execute(sql`update courses set price_idr = 0 where id = ${id}`)
    expect(await free()).toContain(title)
  })

  test('finds a change whose transaction was open during an earlier search', async () => {
    const { id } = await site.createCourse({ title: 'Menganyam Rotan', category: 'Rotan' })
    let commit = () => {}
    const held = new Promise<void>((resolve) => (commit = resolve))
    let markWritten = () => {}
    const written = new Promise<void>((resolve) => (markWritten = resolve))
    const slow = site.database.transaction(async (tx) => {
      await tx.execute(sql`update courses set title = 'Menganyam Mendong' where id = ${id}`)
      markWritten()
      await held
    })
    await written
    // The embedded database has one connection, so nothing is searched while a transaction is open.
    if (site.database.kind === 'postgres') {
      await site.createCourse({ title: 'Menganyam Pandan', category: 'Rotan' })
      expect(await search('mendong')).toEqual([])
      expect(await search('pandan')).toEqual(['Menganyam Pandan'])
    }
    commit()
    await slow
    expect(await search('mendong')).toEqual(['Menganyam Mendong'])
  })
})

describe('any text', () => {
  const failuresOf = async (q: string): Promise<string[]> => {
    const failures: string[] = []
    for (const path of ['/search', '/search/suggestions', '/courses', '/ebooks', '/tips']) {
      const { status } = await site.call('GET', `${path}?q=${encodeURIComponent(q.toWellFormed())}`)
      if (status !== 200 && status !== 422) failures.push(`${path}: ${status}`)
    }
    return failures
  }

  // Random ones: any-text.thorough.api.test.ts.
  test.each(["mem%ab'cd", "pe'ng\\", "100%'", "\\'", "'':*", "c++ \\'x'", '\u3244\u{16800}\u2c00'])(
    '%s causes no failure',
    async (q) => expect(await failuresOf(q)).toEqual([]),
  )

  test('is cut to 100 characters after normalization, which lengthens some', () => {
    expect(cleanText('\u3316'.repeat(100)).length).toBeLessThanOrEqual(100)
    expect(cleanText('\uFDFA'.repeat(100)).length).toBeLessThanOrEqual(100)
    expect(cleanText('💥'.repeat(100)).isWellFormed()).toBe(true)
  })
})
