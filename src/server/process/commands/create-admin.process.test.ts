import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { openDatabase } from '#server/platform/database/index.ts'
import { createPasswords } from '#server/identity/sign-in/password.ts'
import { users } from '#server/identity/tables.ts'
import { passwordIn, runCreateAdmin } from '#testing/processes/create-admin.ts'

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'cendaki-admin-'))))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const createAdmin = (...args: string[]) => runCreateAdmin({ DATA_DIR: dataDir }, ...args)

async function findUser(email: string) {
  const database = await openDatabase({ dataDir })
  try {
    return (await database.query.select().from(users)).find((user) => user.email === email)
  } finally {
    await database.close()
  }
}

test('the first admin of a new installation gets a one-time password', { timeout: 60_000 }, async () => {
  const first = await createAdmin('Sari@Contoh.id', 'Sari', 'Dewi')
  expect(first.status).toBe(0)
  expect(passwordIn(first.stdout)).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  const user = await findUser('sari@contoh.id')
  expect(user).toMatchObject({ name: 'Sari Dewi', role: 'admin', passwordIsOneTime: true })
  expect(await createPasswords().verify(passwordIn(first.stdout), user?.passwordHash ?? null)).toBe(true)
})

test.each([
  ['no name', ['a@contoh.id'], /^No admin was made: npm run create-admin -- email/],
  ['an unknown option', ['--force', 'a@contoh.id', 'Sari'], /^No admin was made: Unknown option '--force'/],
])('%s is reported in one line', async (_, args, line) => {
  const { status, lines } = await createAdmin(...args)
  expect([status, lines]).toEqual([1, [expect.stringMatching(line)]])
})

test('a running embedded installation is reported in one line', async () => {
  const release = lockFolder(dataDir)
  try {
    const { status, lines } = await createAdmin('lain@contoh.id', 'Orang Lain')
    expect([status, lines]).toEqual([1, [expect.stringMatching(/is in use by another Cendaki process: stop it/)]])
  } finally {
    release()
  }
})
