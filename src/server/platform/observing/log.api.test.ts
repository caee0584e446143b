import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/index.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { createLog } from './log.ts'

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())

function collectLines() {
  const lines: string[] = []
  return { log: createLog('error', { write: (line) => void lines.push(line) }), lines }
}

test.each([
  ['in a comparison', sql`select * from nowhere where email = ${'sari@contoh.id'}`, 'from nowhere'],
  ['that is no valid input', sql`select ${'sari@contoh.id'}::text::uuid`, '22P02'],
  [
    'that violates a constraint',
    sql`insert into schema_migrations (name, sha256) select ${'sari@contoh.id'}, 'x' from generate_series(1, 2)`,
    '23505',
  ],
])('a failed query is logged with its cause and without its parameters: a value %s', async (_, query, cause) => {
  const { log, lines } = collectLines()
  const failure: unknown = await Promise.resolve(database.query.execute(query)).catch((error: unknown) => error)
  log.error({ err: failure }, 'unexpected failure')
  const [line = ''] = lines
  expect(line).toContain('Failed query')
  expect(line).toContain(cause)
  expect(line).toMatch(/"stack":" {4}at /)
  expect(line).not.toContain('contoh.id')
})

test('another error is logged with its message, stack and causes', () => {
  const { log, lines } = collectLines()
  log.error(
    { err: new Error('outer', { cause: new AggregateError([new Error('inner')], 'several') }) },
    'unexpected failure',
  )
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    type: 'Error',
    message: 'outer',
    stack: expect.stringContaining('log.api.test.ts'),
    cause: { message: 'several', errors: [{ message: 'inner' }] },
  })
})
