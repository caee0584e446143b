import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
  await site.createCourse({
    title: 'React dari Nol',
    price: 300_000,
    discount: 50,
    category: 'React JS',
    level: 'Pemula',
  })
  await site.createCourse({ title: 'Laravel Lanjut', price: 400_000, category: 'Laravel', level: 'Lanjutan' })
  await site.createCourse({ title: 'HTML Gratis', price: 0, category: 'HTML & CSS', level: 'Pemula' })
  await site.createCourse({
    title: 'Diskon Penuh',
    price: 100_000,
    discount: 100,
    category: 'React JS',
    level: 'Menengah',
  })
  await site.createCourse({ title: '100% Persen_Aneh', price: 50_000, category: 'Laravel', level: 'Menengah' })
  await site.createCourse({ title: 'Belum Tayang', status: 'draft', category: 'Laravel' })
})
afterAll(() => site.close())

const titles = async (query: string): Promise<string[]> =>
  (await site.call('GET', `/courses${query}`)).body.data.map((course: { title: string }) => course.title).sort()

describe('GET /courses', () => {
  test('lists published courses, with exactly the fields of cards', async () => {
    const { status, body } = await site.call('GET', '/courses')
    expect([status, body.success, body.meta]).toEqual([200, true, { page: 1, limit: 100, total: 5 }])
    expect(Object.keys(body.data[0]).sort()).toEqual(
      [
        '_id',
        'category',
        'categoryId',
        'discount',
        'enrollmentCount',
        'instructor',
        'lessonCount',
        'levels',
        'name',
        'price',
        'publishedAt',
        'rating',
        'ratingCount',
        'students',
        'tagline',
        'thumbnail',
        'title',
      ].sort(),
    )
    expect(body.data[0].lessonCount).toBe(2)
    expect(JSON.stringify(body)).not.toContain('Belum Tayang')
  })

  test.each([
    ['?category=react-js', ['Diskon Penuh', 'React dari Nol']],
    ['?category=html-%26-css', ['HTML Gratis']],
    ['?level=Pemula', ['HTML Gratis', 'React dari Nol']],
    ['?type=free', ['Diskon Penuh', 'HTML Gratis']],
    ['?type=premium&level=Pemula', ['React dari Nol']],
    ['?promo=true', ['Diskon Penuh', 'React dari Nol']],
    ['?group=programming&promo=true&type=free', ['Diskon Penuh']],
    ['?group=design', []],
    ['?q=laravel', ['100% Persen_Aneh', 'Laravel Lanjut']],
    ['?q=LANJUT%20laravel', ['Laravel Lanjut']],
    ['?q=100%25', ['100% Persen_Aneh']],
    ['?q=_', ['100% Persen_Aneh']],
    ["?q='%3B%20drop%20table%20courses--", []],
    ['?category=tidak-ada', []],
  ])('filters by %s', async (query, expected) => expect(await titles(query)).toEqual(expected))

  test('sorts by the final price, not the list price', async () => {
    const { body } = await site.call('GET', '/courses?sort=price-asc&type=premium')
    expect(body.data.map((course: { title: string }) => course.title)).toEqual([
      '100% Persen_Aneh',
      'React dari Nol',
      'Laravel Lanjut',
    ])
  })

  test('pages contain every course exactly once', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => site.call('GET', `/courses?limit=2&page=${page}&sort=newest`)),
    )
    const ids = pages.flatMap(({ body }) => body.data.map((course: { _id: string }) => course._id))
    expect([ids.length, new Set(ids).size, pages[2]?.body.meta]).toEqual([5, 5, { page: 3, limit: 2, total: 5 }])
  })

  test.each([
    '?sort=murah',
    '?level=Dewa',
    '?type=gratis',
    '?group=musik',
    '?promo=ya',
    '?page=0',
    '?page=x',
    '?limit=101',
    '?limit=-1',
    '?level=Pemula&level=Menengah',
    `?q=${'a'.repeat(101)}`,
  ])('rejects %s with an error at the parameter', async (query) => {
    const { status, body } = await site.call('GET', `/courses${query}`)
    const name = /\?(\w+)/.exec(query)?.[1] ?? ''
    expect([status, typeof body.errors[name]]).toEqual([422, 'string'])
  })
})

describe('GET /courses/keyword/{keyword}', () => {
  const byKeyword = async (keyword: string) =>
    (await site.call('GET', `/courses/keyword/${keyword}`)).body.data
      .map((course: { title: string }) => course.title)
      .sort()

  test('reads a category slug as that category', async () =>
    expect(await byKeyword('html-%26-css')).toEqual(['HTML Gratis']))
  test('reads anything else as a keyword', async () => expect(await byKeyword('lanjut')).toEqual(['Laravel Lanjut']))
  test('finds nothing for a keyword without matches', async () => expect(await byKeyword('zzz%20yyy')).toEqual([]))
})

describe('GET /categories', () => {
  test('counts published courses only', async () => {
    const { body } = await site.call('GET', '/categories')
    expect(body.data.find((category: { slug: string }) => category.slug === 'laravel')).toMatchObject({
      name: 'Laravel',
      courseCount: 2,
    })
  })
})

describe('cached responses', () => {
  test('return 304 for a matching ETag', async () => {
    const first = await site.call('GET', '/categories')
    const etag = first.headers.get('etag') ?? ''
    const again = await site.call('GET', '/categories', { headers: { 'if-none-match': etag } })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
  })

  test('are the same with and without a token', async () => {
    const student = await site.createStudent()
    const anonymous = await site.call('GET', '/courses')
    const signedIn = await site.call('GET', '/courses', { token: student.token })
    expect(signedIn.body.data).toEqual(anonymous.body.data)
  })

  test('contain a new course at once', async () => {
    await site.call('GET', '/courses?sort=newest')
    await site.createCourse({ title: 'Baru Saja Terbit' })
    expect(await titles('?sort=newest')).toContain('Baru Saja Terbit')
  })
})
