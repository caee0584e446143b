import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFiles, describeMistake, mistakeList, readFolder } from '#server/moving/index.ts'
import { addUser, fillDataDir, inDatabase } from '#testing/processes/installation.ts'
import { runCommand } from '#testing/processes/run-command.ts'

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
    await fillDataDir(env.DATA_DIR, (database) => addUser(database, 'admin@contoh.id', 'admin'))

    const rejected = await runCommand('import-course', env, example, '--publish')
    expect([rejected.status, rejected.lines.join('\n')]).toEqual([
      1,
      expect.stringMatching(
        /^Nothing was imported: 1 mistake\n {2}course\.yaml:9: Kategori "Digital Marketing" tidak ada/,
      ),
    ])
    await inDatabase(env.DATA_DIR, async ({ query }) => {
      await query.execute(
        sql`insert into categories (id, name, slug, group_name, position) values (gen_random_uuid(), 'Digital Marketing', 'digital-marketing', 'marketing', 0)`,
      )
    })
    const published = await runCommand('import-course', env, example, '--publish')
    expect(published).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^Membuat Kopi Tubruk is published now, of admin@contoh\.id: http.*\/admin\/course\/[0-9a-f-]{36}\n$/,
      ),
    })
    const rows = await inDatabase(
      env.DATA_DIR,
      async ({ query }) =>
        await query
          .select({ status: sql<string>`status`, lessons: sql<number>`(select count(*)::int from contents)` })
          .from(sql`courses`),
    )
    expect(rows).toEqual([{ status: 'published', lessons: 4 }])
  },
)

/** The lines of mistakes that the command prints, which the test above shows. */
async function listMistakes(course: string): Promise<string[]> {
  const mistakes = mistakeList()
  await checkFiles(await readFolder(course, mistakes), mistakes, { shouldPublish: false, foreign: null })
  return mistakes.list().map(describeMistake)
}

test('mistakes in a folder are listed with file and line, and links are rejected', { timeout: 120_000 }, async () => {
  const course = join(folder, 'kelas')
  await cp(example, course, { recursive: true })
  await symlink('/etc/passwd', join(course, 'images/rahasia.png'))
  await writeFile(join(course, '01-selamat-datang.md'), '![x](images/tidak-ada.png)\n')
  expect(await listMistakes(course)).toEqual([
    'images/rahasia.png:1: Tautan (symbolic link) tidak diterima. Masukkan berkasnya langsung',
  ])
  await rm(join(course, 'images/rahasia.png'))
  expect(await listMistakes(course)).toEqual(['01-selamat-datang.md:1: Gambar "images/tidak-ada.png" tidak ada'])
  await writeFile(join(course, 'images/rusak.png'), 'bukan gambar')
  await writeFile(join(course, '01-selamat-datang.md'), '![x](images/rusak.png)\n')
  expect(await listMistakes(course)).toEqual([
    '01-selamat-datang.md:1: Gambar "images/rusak.png": File harus berupa gambar (JPEG, PNG)',
  ])
})
