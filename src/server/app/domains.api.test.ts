import { or, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaFiles } from '#server/platform/media/tables.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { inOrderOfErasure } from './fold.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

test('every table that refers to files of the media store is asked before a file is deleted', async () => {
  const { rows } = await site.database.query.execute<{ name: string }>(
    sql`select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'media_files'::regclass`,
  )
  const uses = site.app.modules.contributions.flatMap(({ mediaInUse }) => mediaInUse)
  const asked = new PgDialect().sqlToQuery(or(...uses.map((isUsed) => isUsed(mediaFiles.id))) ?? sql``).sql
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter(({ name }) => !asked.includes(`"${name}"`))).toEqual([])
})

test('each domain erases before another one what that one would take along', () => {
  const part = (name: string, erasedBefore?: string) => ({
    personalData: [{ name, ...(erasedBefore && { erasedBefore }), export: async () => null, erase: async () => {} }],
  })
  const ordered = inOrderOfErasure([part('learning'), part('library'), part('assessment', 'learning')])
  expect(ordered.map(({ name }) => name)).toEqual(['library', 'assessment', 'learning'])
  expect(() => inOrderOfErasure([part('a', 'b'), part('b', 'a')])).toThrow('before itself')
})
