import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fillDataDir, inDatabase } from '#testing/processes/installation.ts'
import { sentenceOf } from '#testing/processes/in-this-process.ts'
import { runCommand, startCommand } from '#testing/processes/run-command.ts'
import { openSql, type Sql } from '#testing/sql.ts'
import { move } from './move.ts'

let folder: string
let admin: Sql
const urlOf = (name: string) => Object.assign(new URL(inject('postgresTemplateUrl')), { pathname: `/${name}` }).href
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-move-'))
  admin = openSql(urlOf('postgres'))
})
afterAll(async () => {
  await admin.end()
  await rm(folder, { recursive: true, force: true })
})

async function createDatabase(): Promise<string> {
  const name = `move_${randomUUID().replaceAll('-', '')}`
  await admin.unsafe(`create database ${name}`)
  return urlOf(name)
}

const countUsers = `select count(*)::int as count, max(name) as name from users`

test(
  'an installation moves from the embedded database to PostgreSQL and back, also after a move that was killed; the source stays',
  { timeout: 240_000 },
  async () => {
    const [dataDir, back] = [join(folder, 'data'), join(folder, 'back')]
    const whyNot = (databaseUrl: string | null, to: Parameters<typeof move>[0]['to']) =>
      sentenceOf(move({ from: { dataDir, databaseUrl }, to, onProgress: () => {} }))
    await fillDataDir(dataDir, async (embedded) => {
      await embedded.runScript(
        `insert into users (id, name, email, role, created_at) select gen_random_uuid(), E'Siswa\\t' || n, n || '@contoh.id', 'student', '2026-11-01' from generate_series(1, 500) as n`,
      )
      await embedded.runScript(
        `insert into attendances (meeting_id, user_id, attended, by_hand, noted_at) select gen_random_uuid(), id, true, false, now() from users;
       insert into groups (id, kind, name, seats, manager_id, sold_title, link_id, created_at, updated_at)
         select gen_random_uuid(), 'team', 'Tim', 0, id, 'Kelas', gen_random_uuid(), now(), now() from users limit 1`,
      )
      expect(await whyNot(null, { dataDir, databaseUrl: await createDatabase() })).toMatch(
        /^\S+ is in use by another Cendaki process: stop it/,
      )
    })
    await writeFile(join(dataDir, 'payment-sandbox.key'), 'kunci', { mode: 0o600 })

    const target = await createDatabase()
    const sql = openSql(target, { name: 'test' })
    const killed = startCommand('move', { DATA_DIR: dataDir }, target)
    await expect
      .poll(async () => (await sql`select 1 from pg_tables where tablename = 'courses'`).length, {
        timeout: 60_000,
        interval: 5,
      })
      .toBe(1)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect((await sql`select to_regclass('unfinished_restore')::text as marker`)[0]).toEqual({
      marker: 'unfinished_restore',
    })

    const moved = await runCommand('move', { DATA_DIR: dataDir }, target)
    expect(moved).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /users: 500 rows[\s\S]*rows are the same, (\d+) of \1 invariants hold[\s\S]*Set DATABASE_URL to this URL/,
      ),
    })
    expect((await sql.unsafe(countUsers))[0]).toEqual({ count: 500, name: 'Siswa\t99' })
    // Attendances refer to accounts without a foreign key, which would name what is missing.
    const groups = `select (select count(*)::int from attendances a join users u on u.id = a.user_id) as attendances, (select count(*)::int from groups) as teams`
    expect((await sql.unsafe(groups))[0]).toEqual({ attendances: 500, teams: 1 })

    // The product is connected to it.
    const product = openSql(target, { name: 'cendaki-listen' })
    await product`select 1`
    expect(await whyNot(target, { dataDir: back, databaseUrl: null })).toBe(
      'the product is running on this database: stop it first',
    )
    await product.end()
    // The server notices the end of a connection a moment later.
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_stat_activity where datname = current_database() and application_name = 'cendaki-listen'`
          ).length,
      )
      .toBe(0)

    expect(await runCommand('move', { DATA_DIR: dataDir, DATABASE_URL: target }, back)).toMatchObject({
      lines: [''],
      status: 0,
    })
    expect(await readFile(join(back, 'payment-sandbox.key'), 'utf8')).toBe('kunci')
    for (const place of [dataDir, back]) {
      await inDatabase(place, async (database) => {
        const session = await database.openSession()
        expect(await session.query(countUsers), place).toEqual([{ count: 500, name: 'Siswa\t99' }])
      })
    }
    await sql.end()
  },
)

test('a wrong target is one sentence', async () => {
  expect((await runCommand('move', { DATA_DIR: folder }, 'elsewhere')).lines).toEqual([
    expect.stringMatching(/^Not moved: DATABASE_URL is not set, so the data is in a folder already/),
  ])
  // Not a folder of this name.
  expect(
    (await runCommand('move', { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, 'mysql://u:p@db/x')).lines,
  ).toEqual([expect.stringMatching(/^Not moved: mysql:\/\/ is neither a folder nor PostgreSQL: npm run move/)])
  expect((await runCommand('move', { DATA_DIR: folder })).lines).toEqual([
    expect.stringMatching(/^Not moved: npm run move -- postgres:/),
  ])
})

test('a move whose rows the target rejects says so and ends', async () => {
  const dataDir = join(folder, 'broken')
  await fillDataDir(dataDir, (embedded) =>
    embedded.runScript(`
    alter table users drop constraint users_role_check;
    insert into users (id, name, email, role, created_at) values (gen_random_uuid(), 'Siswa', 'a@contoh.id', 'tamu', '2026-11-01')`),
  )
  const { child, ended } = startCommand('move', { DATA_DIR: dataDir }, await createDatabase())
  try {
    await once(child.stderr as NodeJS.ReadableStream, 'data')
    await expect.poll(() => child.exitCode).toBe(1)
  } finally {
    child.kill('SIGKILL')
  }
  expect((await ended).lines[0]).toMatch(/^Not moved: .*users_role_check/)
})
