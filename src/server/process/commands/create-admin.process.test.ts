import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { createPasswords } from '#server/identity/sign-in/password.ts'
import { users } from '#server/identity/tables.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { passwordIn, runCreateAdmin } from '#testing/processes/create-admin.ts'
import { sentenceOf } from '#testing/processes/in-this-process.ts'
import { inDatabase } from '#testing/processes/installation.ts'
import { makeFirstAdmin } from './first-admin.ts'

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'cendaki-admin-'))))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const createAdmin = (...args: string[]) => runCreateAdmin({ DATA_DIR: dataDir }, ...args)

test('the first admin of a new installation gets a one-time password', { timeout: 60_000 }, async () => {
  const first = await createAdmin('Sari@Contoh.id', 'Sari', 'Dewi')
  expect(first.status).toBe(0)
  expect(passwordIn(first.stdout)).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  const [user] = await inDatabase(dataDir, async ({ query }) => await query.select().from(users))
  expect(user).toMatchObject({ email: 'sari@contoh.id', name: 'Sari Dewi', role: 'admin', passwordIsOneTime: true })
  expect(await createPasswords().verify(passwordIn(first.stdout), user?.passwordHash ?? null)).toBe(true)
})

test('no name is reported in one line', async () => {
  const { status, lines } = await createAdmin('a@contoh.id')
  expect([status, lines]).toEqual([1, [expect.stringMatching(/^No admin was made: npm run create-admin -- email/)]])
})

test('a running embedded installation is reported in one line', async () => {
  const release = lockFolder(dataDir)
  try {
    const admin = { email: 'lain@contoh.id', name: 'Orang Lain', promote: false }
    expect(await sentenceOf(makeFirstAdmin(parseCommandConfig({ DATA_DIR: dataDir }), admin))).toMatch(
      /^\S+ is in use by another Cendaki process: stop it.*$/,
    )
  } finally {
    release()
  }
})
