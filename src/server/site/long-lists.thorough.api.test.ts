import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courseStudentSorts } from '#contract/learning/course-students.ts'
import { maximumCounted, type KeysetMeta } from '#contract/kit/keyset-list.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// The lists of staff that grow with students.

const rows = 44
const limit = 7

let site: TestSite
let admin: SignedIn
let courseId: string

beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  const course = await site.createCourse({ lessons: 6 })
  courseId = course.id
  const run = (statement: ReturnType<typeof sql>) => site.database.query.execute(statement)
  // Three rows each have the same instant, name and amount, microseconds apart from the next three.
  const instant = sql`timestamptz '2026-11-01T00:00:00Z' + (n / 3) * interval '1 microsecond'`
  await run(
    sql`insert into users (id, name, email, role, created_at) select gen_random_uuid(), 'Nama ' || n / 3, 'n' || n || '@contoh.id', 'student', ${instant} from generate_series(1, ${rows}::int) as n`,
  )
  const students = sql`(select id, row_number() over (order by id) as n from users where email like 'n%@contoh.id') as students`
  await run(sql`insert into transactions (id, student_id, kind, item_id, item_title, buyer_name, buyer_email, list_price_idr, discount_percent, amount_idr, order_id, state, created_at, updated_at)
    select gen_random_uuid(), id, 'course', ${course.id}, 'Kelas', 'Pembeli', 'p@contoh.id', 1000 + n / 3, 0, 1000 + n / 3, 'KLS-' || lpad(n::text, 26, '0'), 'expired', ${instant}, ${instant} from ${students}`)
  await run(
    sql`insert into reviews (id, user_id, course_id, rating, body, created_at, updated_at) select gen_random_uuid(), id, ${course.id}, 5, 'Bagus', ${instant}, ${instant} from ${students}`,
  )
  await run(
    sql`insert into enrollments (user_id, course_id, source_ref, granted_at, last_accessed_at) select id, ${course.id}, 'free', ${instant}, case when n % 5 > 0 then ${instant} end from ${students}`,
  )
  for (const [index, lessonId] of course.lessonIds.entries()) {
    await run(
      sql`insert into completions (user_id, course_id, content_id, completed_at) select id, ${course.id}, ${lessonId}, ${instant} from ${students} where n % 7 > ${index}::int`,
    )
  }
  await run(
    sql`insert into certificate_keys (id, public_key, private_key, created_at) values ('0123456789abcdef', ${Buffer.alloc(32)}, ${Buffer.alloc(1)}, timestamptz '2026-11-01')`,
  )
  await run(sql`insert into certificates (id, user_id, course_id, name, course_title, instructor_name, document, signature, key_id, issued_at, status_index)
    select gen_random_uuid(), id, ${course.id}, 'Nama', 'Kelas', 'Instruktur', '{}', ${Buffer.alloc(64)}, '0123456789abcdef', ${instant}, n from ${students}`)
  await run(sql`insert into mails (id, kind, to_email, subject, text_body, html_body, state, created_at, sent_at)
    select gen_random_uuid(), 'receipt', 'p@contoh.id', 'Halo', '', '', 'sent', ${instant}, ${instant} from generate_series(1, ${rows}::int) as n`)
  await run(sql`insert into audit_entries (id, happened_at, action, subject_kind, subject_id)
    select gen_random_uuid(), ${instant}, 'settings.saved', 'settings', 'site' from generate_series(1, ${rows}::int) as n`)
})
afterAll(() => site.close())

type Page = { data: { _id: string }[]; meta: KeysetMeta }
const call = (path: string) => site.call('GET', path.replace('{course}', courseId), { token: admin.token })
const read = async (path: string, parameters: Record<string, string | number>): Promise<Page> => {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  const { status, body } = await call(`${path}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Page
}

const lists: [path: string, sort: string | null][] = [
  ...['-createdAt', 'createdAt', '-amount', 'amount'].map((sort): [string, string] => ['/admin/transactions', sort]),
  ...['-createdAt', 'createdAt', 'name', '-name'].map((sort): [string, string] => ['/admin/students', sort]),
  ...courseStudentSorts.map((sort): [string, string] => ['/courses/{course}/students', sort]),
  ['/admin/certificates', null],
  ['/admin/reviews', null],
  ['/admin/mails', null],
  ['/admin/audit', null],
]

describe.each(lists)('%s ordered by %s', (path, sort) => {
  const given = sort ? { sort } : {}

  test('has each row once from the first page to the last, and the same ones on the way back', async () => {
    const all = (await read(path, { ...given, limit: 100 })).data.map(({ _id }) => _id)
    expect(all.length).toBeGreaterThanOrEqual(rows)
    const forwards: string[][] = []
    let page = await read(path, { ...given, limit })
    expect(page.meta.previous).toBeNull()
    for (;;) {
      forwards.push(page.data.map(({ _id }) => _id))
      if (!page.meta.next) break
      page = await read(path, { ...given, limit, cursor: page.meta.next })
    }
    expect(forwards.flat()).toEqual(all)
    const backwards: string[][] = []
    while (page.meta.previous) {
      page = await read(path, { ...given, limit, cursor: page.meta.previous })
      backwards.unshift(page.data.map(({ _id }) => _id))
    }
    expect(backwards).toEqual(forwards.slice(0, -1))
  })

  test('still has numbered pages, which lead on with cursors', async () => {
    const [first, second] = [await read(path, { ...given, limit }), await read(path, { ...given, limit, page: 2 })]
    expect(second.meta).toMatchObject({ page: 2, limit, isCounted: true })
    const viaCursor = await read(path, { ...given, limit, cursor: first.meta.next ?? '' })
    expect(viaCursor.data).toEqual(second.data)
    expect((await read(path, { ...given, limit, cursor: second.meta.previous ?? '' })).data).toEqual(first.data)
    expect((await read(path, { ...given, limit, page: 999 })).data).toEqual([])
  })

  test('a cursor that is none is rejected, one of another order starts at the first page', async () => {
    const first = await read(path, { ...given, limit })
    for (const cursor of [
      'x',
      'n.',
      '%00',
      `n.${'A'.repeat(800)}.${admin.id}`,
      `n.PTE.${admin.id.slice(1)}`,
      "n.PTE.'; drop table users",
    ]) {
      const { status, body } = await call(`${path}?limit=${limit}&cursor=${encodeURIComponent(cursor)}`)
      expect([cursor, status, body.errors]).toEqual([
        cursor,
        422,
        { cursor: expect.stringContaining('halaman pertama') },
      ])
    }
    const encode = (value: string) => Buffer.from(value).toString('base64url')
    for (const value of ['no sign', '=x\0y', '=1e9', `=${'9'.repeat(30)}`, '=-5']) {
      const page = await read(path, { ...given, limit, cursor: `n.${encode(value)}.${admin.id}` })
      // Text is a position in an order by name, whatever it is.
      if (sort?.endsWith('name') && value.startsWith('=') && !value.includes('\0')) continue
      expect(page.data).toEqual(first.data)
    }
  })
})

test('rows are counted up to ten thousand, and a page far behind is found by its cursor', async () => {
  await site.database.query.execute(sql`insert into audit_entries (id, happened_at, action, subject_kind, subject_id)
    select gen_random_uuid(), timestamptz '2026-10-01' + n * interval '1 second', 'course.updated', 'course', 'x' from generate_series(1, ${maximumCounted + 50}::int) as n`)
  const path = '/admin/audit'
  const { meta } = await read(path, { action: 'course.updated', limit: 100 })
  expect(meta).toMatchObject({ total: maximumCounted, isCounted: false })
  const last = await read(path, { action: 'course.updated', limit: 100, page: 101 })
  expect(last.data).toHaveLength(50)
  expect(last.meta.next).toBeNull()
  const before = await read(path, { action: 'course.updated', limit: 100, cursor: last.meta.previous ?? '' })
  expect(before.data).toEqual((await read(path, { action: 'course.updated', limit: 100, page: 100 })).data)
})
