import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import type { Database } from '#server/platform/database/index.ts'

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())

test('columns of a raw query arrive as numbers only where no digit is lost, instants as PostgreSQL writes them', async () => {
  const { rows } = await database.query
    .execute(sql`select 1::int2 as small, 2::int4 as whole, 9007199254740993::int8 as big, 0.10::numeric as exact,
    0.5::float8 as float, true as flag, '{"a": [1]}'::jsonb as json, array[1, 2] as numbers, array['a', 'b,c'] as texts, array[9007199254740993::int8] as bigs,
    timestamptz '2026-11-25 10:00:00.123456+00' at time zone 'UTC' as instant, date '2026-11-25' as day, interval '90 minutes' as duration, '\\xff00'::bytea as bytes, null as nothing`)
  expect(rows).toEqual([
    {
      small: 1,
      whole: 2,
      big: '9007199254740993',
      exact: '0.10',
      float: 0.5,
      flag: true,
      json: { a: [1] },
      numbers: [1, 2],
      texts: ['a', 'b,c'],
      bigs: ['9007199254740993'],
      instant: '2026-11-25 10:00:00.123456',
      day: '2026-11-25',
      duration: '01:30:00',
      bytes: Buffer.from([255, 0]),
      nothing: null,
    },
  ])
})
