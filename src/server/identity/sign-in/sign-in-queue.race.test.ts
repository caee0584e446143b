import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '#testing/factories.ts'
import { holdLock } from '#testing/hold-lock.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const signIn = (email: string, client: string, secret = password, cookie = '') =>
  site.call('POST', '/sign-in', { body: { email, password: secret }, client, headers: { cookie } })

test('a browser that signed in before does not wait for wrong passwords from many addresses', async () => {
  const { email } = await site.createStudent()
  const cookie = (await signIn(email, 'rumah')).headers.get('set-cookie')?.split(';')[0] ?? ''
  const attack = (client: string) => signIn('korban@contoh.id', client, 'salah-sekali')
  await attack('banjir')
  // Each wrong password is also counted for its account, which now waits for this lock.
  const { whenWaiting, release } = await holdLock(site.database, sql`select 1 from throttles for update`)
  const flood = Array.from({ length: 60 }, (_, index) => attack(`banjir-${index}`))
  await whenWaiting(4)
  expect((await signIn(email, 'rumah', password, cookie)).status).toBe(200)
  await release()
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]))
})
