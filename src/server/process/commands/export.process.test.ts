import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/index.ts'
import { addUser, fillDataDir } from '#testing/processes/installation.ts'
import { runCommand } from '#testing/processes/run-command.ts'
import { startTestSite } from '#testing/test-site.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-export-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const people = [
  'email,name,course,enrolledAt,finishedAt,percent,passwordHash',
  'ani@contoh.id,"Ani, S.Kom.",Membuat Kopi Tubruk,2024-01-10,2024-03-01,,$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
  'budi@contoh.id,Budi Santoso,Membuat Kopi Tubruk,2024-01-11,,50,',
].join('\n')

/** An installation whose only course and people come from these files. */
async function fillInstallation(name: string, course: string, peopleCsv: string): Promise<Record<string, string>> {
  const env = { DATA_DIR: join(folder, name), DATABASE_URL: '' }
  await fillDataDir(env.DATA_DIR, async (database) => {
    await addUser(database, 'admin@contoh.id', 'admin')
    await database.query.execute(
      sql`insert into categories (id, name, slug, group_name, position) values (gen_random_uuid(), 'Digital Marketing', 'digital-marketing', 'marketing', 0)`,
    )
  })
  expect((await runCommand('import-course', env, course)).status).toBe(0)
  const site = await startTestSite({ database: await openDatabase({ dataDir: env.DATA_DIR }) })
  const { token } = await site.createAdmin()
  const form = { file: new File([peopleCsv], 'people.csv', { type: 'text/csv' }) }
  expect((await site.call('POST', '/admin/students/import', { token, form })).status).toBe(200)
  await site.close()
  return env
}

/** The files that the command writes, by path. */
async function exportOf(env: Record<string, string>, name: string): Promise<Map<string, Buffer>> {
  const target = join(folder, name)
  expect(await runCommand('export', env, target)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 courses, people.csv and orders.csv'),
  })
  const entries = await readdir(target, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(paths.map(async (path) => [path.slice(target.length + 1), await readFile(path)] as const)),
  )
}

test(
  'what npm run export writes fills an empty installation, whose export is equal',
  { timeout: 300_000 },
  async () => {
    const course = join(folder, 'kelas')
    await cp('docs/how-to/example-course', course, { recursive: true })
    const description = await readFile(join(course, 'course.yaml'), 'utf8')
    const article = '    article: 01-selamat-datang.md\n'
    expect(description).toContain(article)
    await writeFile(join(course, 'course.yaml'), description.replace(article, `${article}    files: [lembar.txt]\n`))
    await writeFile(join(course, 'lembar.txt'), 'Lembar kerja')

    const exported = await exportOf(await fillInstallation('asal', course, people), 'keluar')
    const archive = 'courses/0001-membuat-kopi-tubruk.zip'
    expect([...exported.keys()].toSorted()).toEqual([archive, 'orders.csv', 'people.csv'])
    const arrived = await fillInstallation(
      'tujuan',
      join(folder, 'keluar', archive),
      exported.get('people.csv')?.toString() ?? '',
    )
    const again = await exportOf(arrived, 'keluar-lagi')
    expect(again.get(archive)?.equals(exported.get(archive) ?? Buffer.alloc(0))).toBe(true)
    const students = (files: ReadonlyMap<string, Buffer>) =>
      (files.get('people.csv')?.toString() ?? '')
        .split('\r\n')
        .filter((line) => /(ani|budi)@/.test(line))
        .toSorted()
    expect(students(again)).toEqual(students(exported))
    expect(students(again)).toEqual([expect.stringContaining('$P$9IQ'), expect.stringContaining(';50;')])
  },
)
