import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'
import { runCommand } from '#testing/processes/run-command.ts'
import { fillDataDir } from '#testing/postgres/test-database.ts'

const example = 'docs/how-to/example-course'
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-course-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'the example of the how-to is checked and imported; with --publish it has to be complete',
  { timeout: 180_000 },
  async () => {
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
    expect(await runCommand('import-course', env, example, '--check')).toMatchObject({
      status: 0,
      stdout:
        'Membuat Kopi Tubruk: nothing is wrong with it\nnot checked, because that needs the database: its category\n',
    })
    await fillDataDir(env.DATA_DIR)
    await runCommand('create-admin', env, 'admin@contoh.id', 'Admin')

    const rejected = await runCommand('import-course', env, example, '--publish')
    expect([rejected.status, rejected.lines.join('\n')]).toEqual([
      1,
      expect.stringMatching(
        /^Nothing was imported: 1 mistake\n {2}course\.yaml:9: Kategori "Digital Marketing" tidak ada/,
      ),
    ])
    const database = await openDatabase({ dataDir: env.DATA_DIR })
    await database.query.execute(
      sql`insert into categories (id, name, slug, group_name, position) values (gen_random_uuid(), 'Digital Marketing', 'digital-marketing', 'marketing', 0)`,
    )
    await database.close()
    const published = await runCommand('import-course', env, example, '--publish')
    expect(published).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^Membuat Kopi Tubruk is published now, of admin@contoh\.id: http.*\/admin\/course\/[0-9a-f-]{36}\n$/,
      ),
    })
    const stored = await openDatabase({ dataDir: env.DATA_DIR })
    const rows = await stored.query
      .select({ status: sql<string>`status`, lessons: sql<number>`(select count(*)::int from contents)` })
      .from(sql`courses`)
    await stored.close()
    expect(rows).toEqual([{ status: 'published', lessons: 4 }])
  },
)

test('mistakes in a folder are listed with file and line, and links are rejected', { timeout: 120_000 }, async () => {
  const course = join(folder, 'kelas')
  await cp(example, course, { recursive: true })
  await symlink('/etc/passwd', join(course, 'images/rahasia.png'))
  await writeFile(join(course, '01-selamat-datang.md'), '![x](images/tidak-ada.png)\n')
  expect((await runCommand('import-course', {}, course, '--check')).lines.join('\n')).toBe(
    'Nothing was imported: 1 mistake\n  images/rahasia.png:1: Tautan (symbolic link) tidak diterima. Masukkan berkasnya langsung',
  )
  await rm(join(course, 'images/rahasia.png'))
  expect((await runCommand('import-course', {}, course, '--check')).lines.join('\n')).toBe(
    'Nothing was imported: 1 mistake\n  01-selamat-datang.md:1: Gambar "images/tidak-ada.png" tidak ada',
  )
  await writeFile(join(course, 'images/rusak.png'), 'bukan gambar')
  await writeFile(join(course, '01-selamat-datang.md'), '![x](images/rusak.png)\n')
  expect((await runCommand('import-course', {}, course, '--check')).lines.join('\n')).toBe(
    'Nothing was imported: 1 mistake\n  01-selamat-datang.md:1: Gambar "images/rusak.png": File harus berupa gambar (JPEG, PNG)',
  )
})
