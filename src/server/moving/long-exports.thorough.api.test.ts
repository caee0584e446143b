import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportPageLength } from '#server/platform/csv/index.ts'
import { countQueries } from '#testing/scale/count-queries.ts'
import type { SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

// Exports of people. Those of transactions and earnings have tests of their own.

const length = 4 * exportPageLength + 1

let site: TestSite
let admin: SignedIn
let courseId: string
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  courseId = (await site.createCourse({ price: 0 })).id
  // Ten accounts of each instant, microseconds apart.
  await site.database.query.execute(sql`insert into users (id, name, email, role, created_at)
    select gen_random_uuid(), 'Banyak ' || n, 'banyak' || n || '@contoh.id', 'student', timestamptz '2026-11-01' + (n / 10) * interval '3 microseconds' from generate_series(1, ${length}::int) as n`)
  await site.database.query.execute(sql`insert into enrollments (user_id, course_id, source_ref, granted_at)
    select id, ${courseId}, 'free', created_at from users where email like 'banyak%'`)
})
beforeEach(() => site.stepUp(admin))
afterAll(() => site.close())

const open = (path: string) =>
  site.app.fetch(new Request(`${publicUrl}/api${path}`, { headers: { authorization: `Bearer ${admin.token}` } }))

describe.each([
  ['all users', () => '/admin/students/export?q=banyak'],
  ['the students of a course', () => `/courses/${courseId}/students/export`],
])('the export of %s', (_, path) => {
  test('has every row once, however many there are', async () => {
    const lines = parse(await (await open(path())).text(), { bom: true, delimiter: ';', columns: true }) as {
      Email: string
    }[]
    expect(lines).toHaveLength(length)
    expect(new Set(lines.map(({ Email }) => Email)).size).toBe(length)
  })

  test('is sent while it is read: a client that disconnects ends the queries, and the database goes on', async () => {
    const whole = await countQueries(site.database, async () => (await open(path())).text())
    const begun = await countQueries(site.database, async () => {
      const reader = (await open(path())).body?.getReader()
      await reader?.read()
      await reader?.cancel()
    })
    expect(begun).toBeLessThanOrEqual(whole - 3)
    // More often than there are connections to the database.
    for (let round = 0; round < 12; round++) await (await open(path())).body?.cancel()
    expect((await site.call('GET', '/ready')).status).toBe(200)
  })
})
