import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { createPasswords } from '#server/identity/sign-in/password.ts'
import { users } from '#server/identity/tables.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { passwordIn, runCreateAdmin } from '#testing/processes/create-admin.ts'
import { sentenceOf } from '#testing/processes/in-this-process.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { makeFirstAdmin } from './first-admin.ts'

test('on PostgreSQL an account is created once; promoting it sets a new one-time password, also while the server runs', async () => {
  const database = await openTestDatabase()
  const [row] = await database.query.select({ name: sql<string>`current_database()` }).from(sql`(select 1) as one`)
  const url = new URL(inject('postgresTemplateUrl'))
  url.pathname = `/${row?.name}`
  const createAdmin = (...args: string[]) => runCreateAdmin({ DATABASE_URL: url.href }, ...args)

  const first = await createAdmin('Sari@Contoh.id', 'Sari', 'Dewi')
  expect([first.status, passwordIn(first.stdout)]).toEqual([0, expect.stringMatching(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)])

  // In this process, with what the command calls.
  const whyNot = (email: string, promote: boolean) =>
    sentenceOf(makeFirstAdmin(parseCommandConfig({ DATABASE_URL: url.href }), { email, name: 'Sari Dewi', promote }))
  expect(await whyNot('sari@contoh.id', false)).toMatch(/^[^\n]+ has an account already: add --promote [^\n]+$/)

  const promoted = await createAdmin('--promote', 'sari@contoh.id')
  expect(passwordIn(promoted.stdout)).not.toBe(passwordIn(first.stdout))
  const [user] = await database.query.select().from(users)
  expect(user).toMatchObject({ name: 'Sari Dewi', role: 'admin', passwordIsOneTime: true })
  expect(await createPasswords().verify(passwordIn(first.stdout), user?.passwordHash ?? null)).toBe(false)
  expect(await createPasswords().verify(passwordIn(promoted.stdout), user?.passwordHash ?? null)).toBe(true)

  expect(await whyNot('siapa@contoh.id', true)).toMatch(/^[^\n]+ has no account yet: leave --promote out$/)
  await database.close()
})
