import { chmod, cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMigrations, migrate, openDatabase } from '#server/platform/database/index.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { startProduct, untilReady, type ProductProcess } from '#testing/processes/product-process.ts'
import { runCommand, startCommand } from '#testing/processes/run-command.ts'
import { fillDataDir } from '#testing/postgres/test-database.ts'

// The commands of an operator, on the embedded database. `backup.postgres.process.test.ts` has those of PostgreSQL.

const passphrase = 'kopi-susu-gula-aren'
let folder: string
const at = (...names: string[]) => join(folder, ...names)
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-backup-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const signUp = (origin: string, email: string) =>
  fetch(`${origin}/api/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Sari Dewi', email, password: 'teh-melati-9' }),
  })

async function readEmails(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir })
  try {
    return (await database.query.select({ email: sql<string>`email` }).from(sql`users`)).map(({ email }) => email)
  } finally {
    await database.close()
  }
}

/** Tables of groups, of which the demo has rows in all. */
const tablesOfGroups = ['groups', 'meetings', 'attendances', 'meeting_rounds', 'team_items', 'team_orders']

async function countRows(dataDir: string, tables: readonly string[]): Promise<Record<string, number>> {
  const database = await openDatabase({ dataDir })
  try {
    const counted: Record<string, number> = {}
    for (const table of tables) {
      const { rows } = await database.query.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(table)}`,
      )
      counted[table] = rows[0]?.count ?? 0
    }
    return counted
  } finally {
    await database.close()
  }
}

async function addUser(dataDir: string, email: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  await database.query.execute(
    sql`insert into users (id, name, email, role, created_at) values (gen_random_uuid(), 'Sari', ${email}, 'student', '2026-11-01T00:00:00Z')`,
  )
  await database.close()
}

describe('while the product runs and sells', { timeout: 240_000 }, () => {
  let product: ProductProcess
  beforeAll(async () => {
    product = await startProduct({ DATA_DIR: at('running'), DEMO: 'on' })
    await untilReady(product)
  }, 120_000)
  afterAll(async () => {
    product.child.kill('SIGTERM')
    await product.exited
  })

  test('a backup has everything as of one moment, and can be restored and started elsewhere', async () => {
    expect((await signUp(product.origin, 'sebelum@contoh.id')).status).toBe(201)
    const progress = { ended: false }
    const backup = runCommand(
      'backup',
      { DATA_DIR: at('running'), MAIL_FROM: 'Kursus <halo@contoh.id>' },
      at('running.tar.gz'),
    ).finally(() => (progress.ended = true))
    const statuses: number[] = []
    for (let index = 0; !progress.ended; index++) {
      const title = `Judul ${index}`
      // Not rate-limited, and every response is read from the database.
      statuses.push((await fetch(`${product.origin}/api/courses?q=${encodeURIComponent(title)}`)).status)
    }
    expect(await backup).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/rows of \d+ tables and \d+ files, read back and compared/),
    })
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await signUp(product.origin, 'sesudah@contoh.id')).status).toBe(201)
    expect((await stat(at('running.tar.gz'))).mode & 0o777).toBe(0o600)
    expect(await readdir(at('running'))).not.toContain('backup-copy')

    const restored = await runCommand('restore', { DATA_DIR: at('restored') }, at('running.tar.gz'))
    expect(restored).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /into .*restored, which is empty[\s\S]*every row is the same, all \d+ invariants hold/,
      ),
    })
    expect(await readFile(at('restored', 'restored.env'), 'utf8')).toBe(`MAIL_FROM='Kursus <halo@contoh.id>'\n`)
    const emails = await readEmails(at('restored'))
    expect([emails.includes('sebelum@contoh.id'), emails.includes('sesudah@contoh.id')]).toEqual([true, false])
    const groups = await countRows(at('restored'), tablesOfGroups)
    expect(Object.entries(groups).filter(([, rows]) => rows === 0)).toEqual([])
    expect((await readdir(at('restored'))).sort()).toEqual([
      'database',
      'lock.sqlite',
      'media',
      'outbox',
      'payment-sandbox.key',
      'payment-sandbox.ndjson',
      'restored.env',
    ])

    const again = await startProduct({ DATA_DIR: at('restored') })
    await untilReady(again)
    const session = { email: 'sebelum@contoh.id', password: 'teh-melati-9' }
    const signedIn = await fetch(`${again.origin}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(session),
    })
    expect(signedIn.status).toBe(200)
    expect(again.output()).not.toContain('migrating')
    again.child.kill('SIGTERM')
    expect(await again.exited).toBe(0)
  })

  test('a second one at the same time is rejected; one that is killed leaves nothing behind', async () => {
    const first = connect(join(at('running'), 'control.sock'))
    first.write('{"command":"copy"}\n')
    await once(first, 'data')
    const second = await runCommand('backup', { DATA_DIR: at('running') }, at('second.tar.gz'))
    expect(second).toMatchObject({
      status: 1,
      lines: ['No backup was made: another backup of this installation is running'],
    })
    first.destroy()
    await expect.poll(() => readdir(at('running'))).not.toContain('backup-copy')

    const killed = startCommand('backup', { DATA_DIR: at('running') }, at('killed.tar.gz'))
    await expect.poll(() => readdir(at('running')), { interval: 5 }).toContain('backup-copy')
    killed.child.kill('SIGKILL')
    await killed.ended
    await expect.poll(() => readdir(at('running'))).not.toContain('backup-copy')
    expect(await readdir(folder)).not.toContain('killed.tar.gz')
    expect((await fetch(`${product.origin}/api/ready`)).status).toBe(200)
    expect(await runCommand('backup', { DATA_DIR: at('running') }, at('killed.tar.gz'))).toMatchObject({ status: 0 })
  })

  test('a drill restores beside, compares, says how long it took, and leaves nothing', async () => {
    // Left by a drill that was killed.
    await mkdir(at('running/cendaki-drill/data/database'), { recursive: true })
    const release = lockFolder(at('running/cendaki-drill'))
    const second = await runCommand('restore-drill', { DATA_DIR: at('running') })
    release()
    expect([second.status, second.lines]).toEqual([1, [expect.stringContaining(': another drill is running in ')]])
    const drill = await runCommand('restore-drill', { DATA_DIR: at('running') })
    expect(drill.lines).toEqual([''])
    expect(drill.stdout).toMatch(
      /^backup +\d+\.\d\d min .*\nrestore +\d+\.\d\d min .*equal\nchecks +\d+\.\d\d min .*all \d+ invariants[^\n]*hold\nin all +\d+\.\d\d min\n$/,
    )
    expect([drill.status, (await readdir(at('running'))).includes('cendaki-drill')]).toEqual([0, false])
  })
})

describe('while the product is stopped', { timeout: 120_000 }, () => {
  const dataDir = () => at('stopped')
  const backup = (file: string, env: Record<string, string> = {}) =>
    runCommand('backup', { DATA_DIR: dataDir(), ...env }, file)
  const restore = (file: string, target: string, env: Record<string, string> = {}) =>
    runCommand('restore', { DATA_DIR: at(target), ...env }, file)
  beforeAll(async () => {
    await fillDataDir(dataDir())
    await addUser(dataDir(), 'sari@contoh.id')
    await backup(at('plain.tar.gz'))
    await backup(at('secret.age'), { BACKUP_PASSPHRASE: passphrase })
  }, 120_000)

  test('an encrypted backup is unreadable without its passphrase', async () => {
    const [plain, secret] = await Promise.all([readFile(at('plain.tar.gz')), readFile(at('secret.age'))])
    expect(gunzipSync(plain).includes('sari@contoh.id')).toBe(true)
    expect(secret.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect((await restore(at('secret.age'), 'e1')).lines).toEqual([
      `Not restored: ${at('secret.age')} is encrypted: set BACKUP_PASSPHRASE to its passphrase`,
    ])
    const wrong = await restore(at('secret.age'), 'e1', { BACKUP_PASSPHRASE: `${passphrase}x` })
    expect(wrong).toMatchObject({
      status: 1,
      lines: [`Not restored: ${at('secret.age')}: BACKUP_PASSPHRASE is not its passphrase, or the file is damaged`],
    })
    expect(await readdir(folder)).not.toContain('e1')
    expect(await restore(at('secret.age'), 'e1', { BACKUP_PASSPHRASE: passphrase })).toMatchObject({ status: 0 })
    expect(await readEmails(at('e1'))).toEqual(['sari@contoh.id'])
  })

  test('a cut, changed or foreign file is reported in one line before anything is touched', async () => {
    const { size } = await stat(at('plain.tar.gz'))
    for (const name of ['cut', 'changed', 'cut-secret'])
      await cp(at(name === 'cut-secret' ? 'secret.age' : 'plain.tar.gz'), at(name))
    await truncate(at('cut'), Math.floor(size / 2))
    await truncate(at('cut-secret'), Math.floor(size / 2))
    const changed = await open(at('changed'), 'r+')
    await changed.write(Buffer.from('salah'), 0, 5, Math.floor(size / 2))
    await changed.close()
    await writeFile(at('foreign'), 'bukan cadangan')
    for (const name of ['cut', 'changed', 'cut-secret']) {
      const result = await restore(at(name), 'damaged', { BACKUP_PASSPHRASE: passphrase })
      expect([result.status, result.lines], name).toEqual([1, [`Not restored: ${at(name)} is damaged or incomplete`]])
    }
    expect((await restore(at('foreign'), 'damaged')).lines).toEqual([
      `Not restored: ${at('foreign')} is not a backup of Cendaki`,
    ])
    expect((await restore(at('missing'), 'damaged')).lines).toEqual([
      `Not restored: ${at('missing')}: no such file or folder`,
    ])
    expect(await readdir(folder)).not.toContain('damaged')
  })

  test('a place that holds data is not restored into', async () => {
    const before = await readEmails(dataDir())
    expect((await restore(at('plain.tar.gz'), 'stopped')).lines).toEqual([
      `Not restored: ${dataDir()} is not empty (database): set DATA_DIR to a new folder`,
    ])
    expect(await readEmails(dataDir())).toEqual(before)
  })

  test('a file that exists, a missing folder, a missing database and a short passphrase are reported in one line', async () => {
    expect((await backup(at('plain.tar.gz'))).lines).toEqual([
      `No backup was made: ${at('plain.tar.gz')} exists already: choose another name`,
    ])
    expect((await backup(at('nowhere', 'x'))).lines).toEqual([
      `No backup was made: ${at('nowhere')}: no such file or folder`,
    ])
    expect((await backup(at('x'), { DATA_DIR: at('nowhere') })).lines).toEqual([
      `No backup was made: there is no database in ${at('nowhere')}`,
    ])
    expect((await backup(at('x'), { BACKUP_PASSPHRASE: 'pendek' })).lines).toEqual([
      expect.stringMatching(/^No backup was made: BACKUP_PASSPHRASE: must have at least 12/),
    ])
    expect((await backup('')).lines).toEqual([expect.stringMatching(/^No backup was made: npm run backup -- FILE/)])
  })

  // The kernel says that nothing is free there.
  test.skipIf(process.platform !== 'linux')('a disk without room is noticed before anything is written', async () => {
    expect((await backup('/proc/full.tar.gz')).lines).toEqual([
      expect.stringMatching(
        /^No backup was made: the disk of \/proc has \d+ \w+ free, and about [\d.]+ \w+ are needed$/,
      ),
    ])
  })

  test('a backup of a newer version is rejected with one sentence', async () => {
    await cp(dataDir(), at('newer'), { recursive: true })
    const database = await openDatabase({ dataDir: at('newer') })
    await database.query.execute(
      sql`insert into schema_migrations (name, sha256, applied_at) values ('9999-later.sql', 'x', '2026-11-01')`,
    )
    await database.close()
    expect(await backup(at('newer.tar.gz'), { DATA_DIR: at('newer') })).toMatchObject({ status: 0 })
    expect((await restore(at('newer.tar.gz'), 'n1')).lines).toEqual([
      expect.stringMatching(
        /^Not restored: .* whose migration 9999-later\.sql this version does not have: restore it with that version or a newer one$/,
      ),
    ])
  })

  test('a backup of an older version is migrated', async () => {
    const names = (await listMigrations()).map(({ name }) => name)
    const database = await openDatabase({ dataDir: at('older') })
    await migrate(database, { upTo: names.at(-4) ?? '' })
    await database.close()
    await addUser(at('older'), 'lama@contoh.id')
    expect(await backup(at('older.tar.gz'), { DATA_DIR: at('older') })).toMatchObject({ status: 0 })
    const restored = await restore(at('older.tar.gz'), 'o1')
    expect(restored).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`3 migrations, from ${names.at(-3)} to ${names.at(-1)}`),
    })
    expect(await readEmails(at('o1'))).toEqual(['lama@contoh.id'])
  })

  test('a restore that is killed leaves a place that says so, and is started over by the same command', async () => {
    const killed = startCommand('restore', { DATA_DIR: at('k1') }, at('plain.tar.gz'))
    await expect.poll(() => readdir(at('k1')).catch(() => []), { interval: 5 }).toContain('restoring')
    killed.child.kill('SIGKILL')
    await killed.ended
    const product = await startProduct({ DATA_DIR: at('k1') })
    expect(await product.exited).toBe(1)
    expect(product.output().trim()).toMatch(
      /^Cendaki cannot start: a restore into \S+ was interrupted: run npm run restore again with the same file, it starts over$/,
    )
    expect(await restore(at('plain.tar.gz'), 'k1')).toMatchObject({ status: 0 })
    expect(await readEmails(at('k1'))).toEqual(['sari@contoh.id'])
  })

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written to is reported in one line', async () => {
    await mkdir(at('closed'), { mode: 0o500 })
    expect((await backup(at('closed', 'x'))).lines).toEqual([
      `No backup was made: ${at('closed', 'x')}: this user may not write there`,
    ])
    await chmod(at('closed'), 0o700)
  })
})
