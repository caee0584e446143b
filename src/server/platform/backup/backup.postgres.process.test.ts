import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'
import { backUp, planRestoring, sentenceOf } from '#testing/processes/in-this-process.ts'
import { startProduct } from '#testing/processes/product-process.ts'
import { runCommand, startCommand } from '#testing/processes/run-command.ts'
import { openSql, type Sql } from '#testing/sql.ts'

// The commands of an operator on PostgreSQL, while others write.

let folder: string
let admin: Sql
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-backup-pg-'))
  admin = openSql(urlOf('postgres'))
})
afterAll(async () => {
  await admin.end()
  await rm(folder, { recursive: true, force: true })
})

function urlOf(name: string): string {
  const url = new URL(inject('postgresTemplateUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function createDatabase(template = 'template0'): Promise<string> {
  const name = `backup_${randomUUID().replaceAll('-', '')}`
  await admin.unsafe(`create database ${name} template ${template}`)
  return urlOf(name)
}

const migrated = () => createDatabase(new URL(inject('postgresTemplateUrl')).pathname.slice(1))
const on = (databaseUrl: string) => ({ DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl })

/** Writes pairs of users, each pair in one transaction, until stopped. */
function writePairs(sql: Sql) {
  const stopping = new AbortController()
  let pairs = 0
  const done = (async () => {
    for (; !stopping.signal.aborted; pairs++) {
      await sql.transaction(async (tx) => {
        for (const half of ['a', 'b'])
          await tx`insert into users (id, name, email, role, created_at) values (gen_random_uuid(), ${`pair ${pairs}`}, ${`${half}${pairs}@contoh.id`}, 'student', '2026-11-01')`
      })
    }
  })()
  return {
    async stop(): Promise<number> {
      stopping.abort()
      await done
      return pairs
    },
  }
}

const countPairs = async (sql: Sql) => {
  const [row] =
    await sql`select count(*)::int as pairs, count(*) filter (where halves <> 2)::int as torn from (select count(*) as halves from users group by name) as p`
  return row as unknown as { pairs: number; torn: number }
}

test(
  'a backup under load holds one moment; a restore that is killed leaves a database that says so, and the same command starts over, with the same rows',
  { timeout: 240_000 },
  async () => {
    const [source, target] = [await migrated(), await createDatabase()]
    const sql = openSql(source, { max: 2 })
    const writing = writePairs(sql)
    await expect.poll(async () => (await countPairs(sql)).pairs).toBeGreaterThan(100)
    const file = join(folder, 'load.tar.gz')
    expect(await runCommand('backup', on(source), file)).toMatchObject({ status: 0 })
    const written = await writing.stop()

    const restored = openSql(target)
    const killed = startCommand('restore', on(target), file)
    await expect
      .poll(async () => (await restored`select 1 from pg_tables where tablename = 'courses'`).length, {
        timeout: 60_000,
        interval: 5,
      })
      .toBe(1)
    killed.child.kill('SIGKILL')
    await killed.ended
    const product = await startProduct({ ...on(target), PAYMENT_PROVIDER: 'sandbox' })
    expect(await product.exited).toBe(1)
    expect(product.output().trim()).toBe(
      'Cendaki cannot start: a restore into the database of DATABASE_URL was interrupted: run npm run restore again with the same file, it starts over',
    )
    expect(await runCommand('restore', on(target), file)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('every row is the same'),
    })
    const { pairs, torn } = await countPairs(restored)
    expect(torn).toBe(0)
    expect(pairs).toBeGreaterThan(100)
    expect(pairs).toBeLessThan(written)
    const schema = async (db: Sql) => [
      ...(await db`select conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`),
      ...(await db`select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`),
      ...(await db`select indexdef from pg_indexes where schemaname = 'public' order by 1`),
      ...(await db`select name, sha256 from schema_migrations order by 1`),
    ]
    expect(await schema(restored)).toEqual(await schema(sql))
    expect((await restored`select to_regclass('unfinished_restore') as marker`)[0]).toEqual({ marker: null })

    expect(await sentenceOf(planRestoring(on(target), file))).toMatch(
      /^the database of DATABASE_URL is not empty \(\w+\): create a new one$/,
    )
    await writeFile(join(folder, 'data', 'payment-sandbox.key'), 'kunci')
    expect(await sentenceOf(planRestoring(on(await createDatabase()), file))).toMatch(
      /data holds files of another installation \(payment-sandbox\.key\): set DATA_DIR to a new folder$/,
    )
    await rm(join(folder, 'data', 'payment-sandbox.key'))
    await Promise.all([sql.end(), restored.end()])
  },
)

test('two backups at once: the second one is rejected', { timeout: 60_000 }, async () => {
  const source = await migrated()
  const other = openSql(source)
  await other`select pg_advisory_lock(hashtextextended('cendaki-backup', 0))`
  expect(await sentenceOf(backUp(on(source), join(folder, 'second.tar.gz')))).toBe(
    'another backup of this installation is running',
  )
  await other.end()
})

test('a connection that is lost meanwhile is one sentence, and leaves no file', { timeout: 60_000 }, async () => {
  const source = await migrated()
  const sql = openSql(source)
  // The backup waits for the lock of this transaction.
  await sql.unsafe('begin; lock table users in access exclusive mode')
  const backup = startCommand('backup', on(source), join(folder, 'lost.tar.gz'))
  await expect
    .poll(
      async () =>
        (
          await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cendaki-copy' and wait_event_type = 'Lock'`
        ).length,
      { timeout: 30_000 },
    )
    .toBe(1)
  expect(await backup.ended).toMatchObject({
    status: 1,
    lines: [expect.stringMatching(/^No backup was made: DATABASE_URL: /)],
  })
  expect((await readdir(folder)).filter((name) => name.startsWith('lost'))).toEqual([])
  await sql.end()
})

test('a backup of one kind of database is restored into the other one', { timeout: 180_000 }, async () => {
  const [source, target] = [await migrated(), await createDatabase()]
  const sql = openSql(source)
  await sql`insert into users (id, name, email, role, created_at) values (gen_random_uuid(), ${'Baris\n\t\\ "é" 😀'}, 'sari@contoh.id', 'student', '2026-11-01T02:03:04.567891Z')`
  // Rows larger than the buffers of the connection.
  await sql`insert into uploads (id, kind, width, height, created_at) values (gen_random_uuid(), 'article', 1, 1, '2026-11-01')`
  await sql`insert into upload_files (upload_id, width, bytes) select id, n, decode(repeat(md5(n::text), 20000), 'hex') from uploads, generate_series(0, 2) as n`
  await sql.end()
  const [first, second] = [join(folder, 'first.tar.gz'), join(folder, 'second.tar.gz')]
  const embedded = { DATA_DIR: join(folder, 'embedded') }
  await backUp(on(source), first)
  expect(await runCommand('restore', embedded, first)).toMatchObject({ status: 0 })
  await backUp(embedded, second)
  expect(await runCommand('restore', on(target), second)).toMatchObject({ status: 0 })
  const database = await openDatabase({ databaseUrl: target })
  const session = await database.openSession()
  expect(await session.query('select name, created_at::text as instant from users')).toEqual([
    { name: 'Baris\n\t\\ "é" 😀', instant: '2026-11-01 02:03:04.567891+00' },
  ])
  await session.close()
  await database.close()
})
