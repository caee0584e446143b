import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { backUp, planRestoring, sentenceOf } from '#testing/processes/in-this-process.ts'
import { fillDataDir } from '#testing/processes/installation.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'
import { runCommand } from '#testing/processes/run-command.ts'
import { startS3Server, type S3TestServer } from '#testing/processes/s3-server.ts'

// Backups with uploaded videos, and backups in a bucket. `backup.process.test.ts` restores videos into a folder.

let folder: string
let s3: S3TestServer
const videos = new Map(Array.from({ length: 3 }, () => [randomUUID(), randomBytes(3_000_000)]))
const lost = randomUUID()
const at = (...names: string[]) => join(folder, ...names)
const source = () => ({ DATA_DIR: at('source') })

beforeAll(async () => {
  s3 = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'cendaki-media-backup-'))
  await fillDataDir(at('source'), async ({ query }) => {
    for (const id of [...videos.keys(), lost])
      await query.execute(
        sql`insert into media_files (id, bytes, content_type, duration_seconds, created_at) values (${id}, 3000000, 'video/mp4', 5, now())`,
      )
  })
  await mkdir(at('source', 'media', 'outgoing'), { recursive: true })
  const [first = ''] = videos.keys()
  // One that still waits to be sent is part of a backup too.
  for (const [id, bytes] of videos)
    await writeFile(at('source', 'media', ...(id === first ? ['outgoing'] : []), id), bytes)
}, 120_000)
afterEach(() => s3.breakWith(null))
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

describe('a backup', { timeout: 240_000 }, () => {
  test('contains the videos, and says which are missing; in a bucket it is encrypted, restored from there, and its videos go into the bucket that is configured', async () => {
    const env = { ...source(), ...s3.settings, MEDIA_S3_PREFIX: 'live', BACKUP_PASSPHRASE: 'kopi-susu-gula-aren' }
    const location = 's3://cendaki-test/manual/cendaki.age'
    const made = await runCommand('backup', env, location)
    expect(made).toMatchObject({ status: 0, lines: [''] })
    expect(made.stdout).toMatch(
      /^s3:\/\/cendaki-test\/manual\/cendaki\.age: .* encrypted\n3 uploads, [\d,]+ rows of \d+ tables and \d+ files, read back and compared/,
    )
    expect(made.stdout).toContain(`1 uploads are missing in their store and so in this backup, such as ${lost}`)
    expect(await sentenceOf(backUp(env, location))).toBe(`${location} exists already: choose another name`)
    const target = { ...env, DATA_DIR: at('from-bucket'), MEDIA_S3_PREFIX: 'restored' }
    expect(await runCommand('restore', target, location)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /tables, 3 uploads and \d+ files, complete and undamaged[^]*Restored: every row is the same/,
      ),
    })
    for (const [id, bytes] of videos) {
      const body = await s3.storeOf('restored/media/').read(id)
      expect(Buffer.from(await new Response(body).arrayBuffer()).equals(bytes), id).toBe(true)
    }
    expect(await readdir(at('from-bucket'))).not.toContain('media')
  })

  test('whose video was changed or cut is damaged, before anything is touched', async () => {
    await backUp(source(), at('all.tar.gz'))
    // Stored without compression, so that the bytes of a video are in the file as they are.
    const [bytes = Buffer.alloc(0)] = videos.values()
    const all = await readFile(at('all.tar.gz'))
    const where = all.indexOf(bytes.subarray(1_000_000, 1_000_100))
    expect(where).toBeGreaterThan(0)
    all[where] = (all[where] ?? 0) ^ 1
    await writeFile(at('changed'), all)
    await writeFile(at('cut'), all)
    await truncate(at('cut'), where)
    for (const name of ['changed', 'cut'])
      expect(await sentenceOf(planRestoring({ DATA_DIR: at('damaged') }, at(name)))).toBe(
        `${at(name)} is damaged or incomplete`,
      )
    expect(await readdir(folder)).not.toContain('damaged')
  })

  test('without videos is readable for the version before them, and says so', async () => {
    const made = await runCommand('backup', source(), '--without-media', at('rows.tar.gz'))
    expect(made.stdout).toContain('Without the uploaded videos')
    expect(gunzipSync(await readFile(at('rows.tar.gz'))).toString('latin1')).toContain('"formatVersion":1')
    const checked = await runCommand('restore', { DATA_DIR: at('rows') }, '--check', at('rows.tar.gz'))
    expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('It does not contain uploaded videos') })
  })

  test('that cannot be read or written because of the bucket is one sentence, and nothing is left', async () => {
    const env = { ...source(), ...s3.settings, STORAGE_S3_SECRET_ACCESS_KEY: 'rahasia-sekali' }
    const target = { ...env, DATA_DIR: at('none') }
    expect(await sentenceOf(planRestoring(target, 's3://cendaki-test/none'))).toBe(
      's3://cendaki-test/none: no such file or folder',
    )
    s3.breakWith({ kind: 'status', status: 503 })
    const why = /the S3 storage at \S+ fails with status 503: try again later$/
    expect((await runCommand('backup', env, 's3://cendaki-test/x')).lines).toEqual([
      expect.stringMatching(new RegExp(`^No backup was made: ${why.source}`)),
    ])
    expect(await sentenceOf(planRestoring(target, 's3://cendaki-test/x'))).toMatch(new RegExp(`^${why.source}`))
    s3.breakWith(null)
    expect([await s3.storeOf('').find('x'), (await readdir(folder)).includes('none')]).toEqual([null, false])
  })
})

test(
  'the schedule writes into the bucket, and keeps as many there as set; meanwhile and afterwards the doctor finds the lost video',
  { timeout: 180_000 },
  async () => {
    const store = s3.storeOf('site/backups/')
    const list = async () => {
      const names: string[] = []
      for await (const { name } of store.list()) names.push(name)
      return names
    }
    const body = async function* () {
      yield Buffer.from('x')
    }
    const older = ['cendaki-2026-01-01T000000Z.tar.gz', 'cendaki-2026-01-02T000000Z.tar.gz']
    for (const name of [...older, 'milikku.tar.gz']) await store.put(name, body())
    const env = {
      ...source(),
      ...s3.settings,
      STORAGE_S3_PREFIX: 'site',
      DEMO: 'off',
      BACKUP_EVERY: '1h',
      BACKUP_KEEP: '2',
      BACKUP_MEDIA: 'off',
    }
    const product = await startProduct(env)
    await untilReady(product)
    await expect.poll(list, { timeout: 120_000, interval: 500 }).not.toContain(older[0])
    expect(await list()).toEqual([older[1], expect.stringMatching(/^cendaki-[\dT-]+Z\.tar\.gz$/), 'milikku.tar.gz'])
    const running = await runCommand('doctor', env, '--media')
    product.child.kill('SIGTERM')
    expect(await product.exited).toBe(0)
    for (const { status, stdout } of [running, await runCommand('doctor', env, '--media')]) {
      expect(stdout).toMatch(/✗ Videos and files +s3:\/\/cendaki-test\/site\/media\/; 4 files examined, 1 missing/)
      expect([status, stdout.includes(lost)]).toEqual([1, true])
    }
  },
)
