import { chmod, cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isUuid } from '#contract/kit/uuid.ts'
import { listMigrations, migrate, type Database } from '#server/platform/database/index.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { backUp, planRestoring, sentenceOf } from '#testing/processes/in-this-process.ts'
import { addUser, copyDemo, fillDataDir, inDatabase } from '#testing/processes/installation.ts'
import { startProduct, untilReady, type ProductProcess } from '#testing/processes/product-process.ts'
import { runCommand, startCommand } from '#testing/processes/run-command.ts'

// The commands of an operator, on the embedded database. `backup.postgres.process.test.ts` has those of PostgreSQL. What a command finds before it
// changes anything is asked for in this process; each command has one failure of its own that shows how it is printed.

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

const readEmails = async ({ query }: Database): Promise<string[]> =>
  (await query.select({ email: sql<string>`email` }).from(sql`users`)).map(({ email }) => email)

/** Tables of groups, of which the demo has rows in all. */
const tablesOfGroups = ['groups', 'meetings', 'attendances', 'meeting_rounds', 'team_items', 'team_orders']

async function listEmpty({ query }: Database, tables: readonly string[]): Promise<string[]> {
  const empty: string[] = []
  for (const table of tables)
    if ((await query.execute(sql`select 1 from ${sql.identifier(table)} limit 1`)).rows.length === 0) empty.push(table)
  return empty
}

/** The uploaded videos of an installation. */
const listVideos = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'media'))).filter((name) => isUuid(name)).sort()

describe('while the product runs and sells', { timeout: 240_000 }, () => {
  let product: ProductProcess
  beforeAll(async () => {
    await copyDemo(at('running'))
    product = await startProduct({ DATA_DIR: at('running'), DEMO: 'on' })
    await untilReady(product)
  }, 120_000)
  afterAll(async () => {
    product.child.kill('SIGTERM')
    await product.exited
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
    // The next test makes one.
    expect((await fetch(`${product.origin}/api/ready`)).status).toBe(200)
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
    await inDatabase(at('restored'), async (database) => {
      const emails = await readEmails(database)
      expect([emails.includes('sebelum@contoh.id'), emails.includes('sesudah@contoh.id')]).toEqual([true, false])
      expect(await listEmpty(database, tablesOfGroups)).toEqual([])
    })
    const videos = await listVideos(at('running'))
    expect(videos).not.toEqual([])
    expect(await listVideos(at('restored'))).toEqual(videos)
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
})

describe('while the product is stopped', { timeout: 240_000 }, () => {
  const dataDir = () => at('stopped')
  const whyNoBackup = (file: string, env: Record<string, string> = {}) =>
    sentenceOf(backUp({ DATA_DIR: dataDir(), ...env }, file))
  const whyNoRestore = (file: string, target: string, env: Record<string, string> = {}) =>
    sentenceOf(planRestoring({ DATA_DIR: at(target), ...env }, file))
  beforeAll(async () => {
    await fillDataDir(dataDir(), (database) => addUser(database, 'sari@contoh.id'))
    await backUp({ DATA_DIR: dataDir() }, at('plain.tar.gz'))
    await backUp({ DATA_DIR: dataDir(), BACKUP_PASSPHRASE: passphrase }, at('secret.age'))
  }, 120_000)

  test('an encrypted backup is unreadable without its passphrase', async () => {
    const [plain, secret] = await Promise.all([readFile(at('plain.tar.gz')), readFile(at('secret.age'))])
    expect(gunzipSync(plain).includes('sari@contoh.id')).toBe(true)
    expect(secret.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(await whyNoRestore(at('secret.age'), 'e1')).toBe(
      `${at('secret.age')} is encrypted: set BACKUP_PASSPHRASE to its passphrase`,
    )
    expect(await whyNoRestore(at('secret.age'), 'e1', { BACKUP_PASSPHRASE: `${passphrase}x` })).toBe(
      `${at('secret.age')}: BACKUP_PASSPHRASE is not its passphrase, or the file is damaged`,
    )
    expect(await readdir(folder)).not.toContain('e1')
    expect(await planRestoring({ DATA_DIR: at('e1'), BACKUP_PASSPHRASE: passphrase }, at('secret.age'))).toMatchObject({
      encrypted: true,
    })
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
    for (const name of ['cut', 'changed', 'cut-secret'])
      expect(await whyNoRestore(at(name), 'damaged', { BACKUP_PASSPHRASE: passphrase })).toBe(
        `${at(name)} is damaged or incomplete`,
      )
    expect(await whyNoRestore(at('foreign'), 'damaged')).toBe(`${at('foreign')} is not a backup of Cendaki`)
    expect(await whyNoRestore(at('missing'), 'damaged')).toBe(`${at('missing')}: no such file or folder`)
    const printed = await runCommand('restore', { DATA_DIR: at('damaged') }, at('cut'))
    expect([printed.status, printed.lines]).toEqual([1, [`Not restored: ${at('cut')} is damaged or incomplete`]])
    expect(await readdir(folder)).not.toContain('damaged')
  })

  test('a place that holds data is not restored into', async () => {
    expect(await whyNoRestore(at('plain.tar.gz'), 'stopped')).toBe(
      `${dataDir()} is not empty (database): set DATA_DIR to a new folder`,
    )
    expect(await inDatabase(dataDir(), readEmails)).toEqual(['sari@contoh.id'])
  })

  test('a file that exists, a missing folder, a missing database and a short passphrase are reported in one line', async () => {
    expect(await whyNoBackup(at('plain.tar.gz'))).toBe(`${at('plain.tar.gz')} exists already: choose another name`)
    expect(await whyNoBackup(at('nowhere', 'x'))).toBe(`${at('nowhere')}: no such file or folder`)
    expect(await whyNoBackup(at('x'), { DATA_DIR: at('nowhere') })).toBe(`there is no database in ${at('nowhere')}`)
    expect(await whyNoBackup(at('x'), { BACKUP_PASSPHRASE: 'pendek' })).toMatch(
      /^BACKUP_PASSPHRASE: must have at least 12/,
    )
  })

  // The kernel says that nothing is free there.
  test.skipIf(process.platform !== 'linux')('a disk without room is noticed before anything is written', async () => {
    expect(await whyNoBackup('/proc/full.tar.gz')).toMatch(
      /^the disk of \/proc has \d+ \w+ free, and about [\d.]+ \w+ are needed$/,
    )
  })

  test('a backup of a newer version is rejected with one sentence', async () => {
    await cp(dataDir(), at('newer'), { recursive: true })
    await inDatabase(at('newer'), async ({ query }) => {
      await query.execute(
        sql`insert into schema_migrations (name, sha256, applied_at) values ('9999-later.sql', 'x', '2026-11-01')`,
      )
    })
    await backUp({ DATA_DIR: at('newer') }, at('newer.tar.gz'))
    expect(await whyNoRestore(at('newer.tar.gz'), 'n1')).toMatch(
      /whose migration 9999-later\.sql this version does not have: restore it with that version or a newer one$/,
    )
  })

  test('a restore that is killed leaves a place that says so; the same command starts over, and migrates a backup of an older version', async () => {
    const names = (await listMigrations()).map(({ name }) => name)
    await inDatabase(at('older'), async (database) => {
      await migrate(database, { upTo: names.at(-4) ?? '' })
      await addUser(database, 'lama@contoh.id')
    })
    await backUp({ DATA_DIR: at('older'), BACKUP_PASSPHRASE: passphrase }, at('older.age'))

    const target = { DATA_DIR: at('o1'), BACKUP_PASSPHRASE: passphrase }
    const killed = startCommand('restore', target, at('older.age'))
    await expect.poll(() => readdir(at('o1')).catch(() => []), { interval: 5 }).toContain('restoring')
    killed.child.kill('SIGKILL')
    await killed.ended
    const product = await startProduct({ DATA_DIR: at('o1') })
    expect(await product.exited).toBe(1)
    expect(product.output().trim()).toMatch(
      /^Cendaki cannot start: a restore into \S+ was interrupted: run npm run restore again with the same file, it starts over$/,
    )
    expect(await runCommand('restore', target, at('older.age'))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`3 migrations, from ${names.at(-3)} to ${names.at(-1)}`),
    })
    expect(await inDatabase(at('o1'), readEmails)).toEqual(['lama@contoh.id'])
  })

  test('a drill restores beside, compares, says how long it took, and leaves nothing', async () => {
    // Left by a drill that was killed.
    await mkdir(at('stopped/cendaki-drill/data/database'), { recursive: true })
    const release = lockFolder(at('stopped/cendaki-drill'))
    const second = await runCommand('restore-drill', { DATA_DIR: dataDir() })
    release()
    expect([second.status, second.lines]).toEqual([1, [expect.stringContaining(': another drill is running in ')]])
    const drill = await runCommand('restore-drill', { DATA_DIR: dataDir() })
    expect(drill.lines).toEqual([''])
    expect(drill.stdout).toMatch(
      /^backup +\d+\.\d\d min .*\nrestore +\d+\.\d\d min .*equal\nchecks +\d+\.\d\d min .*all \d+ invariants[^\n]*hold\nin all +\d+\.\d\d min\n$/,
    )
    expect([drill.status, (await readdir(dataDir())).includes('cendaki-drill')]).toEqual([0, false])
  })

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written to is reported in one line', async () => {
    await mkdir(at('closed'), { mode: 0o500 })
    expect(await whyNoBackup(at('closed', 'x'))).toBe(`${at('closed', 'x')}: this user may not write there`)
    await chmod(at('closed'), 0o700)
  })
})
