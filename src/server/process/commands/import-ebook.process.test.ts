import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDataDir } from '#testing/processes/installation.ts'
import { runCommand } from '#testing/processes/run-command.ts'

let root: string
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'cendaki-ebook-'))))
afterAll(() => rm(root, { recursive: true, force: true }))

async function folder(name: string, chapter: string): Promise<string> {
  const path = join(root, name)
  await mkdir(path)
  await writeFile(
    join(path, 'ebook.yaml'),
    'title: Belajar Menenun\ndescription: Dari benang sampai kain.\nauthor: Rani\nprice: 45000\n',
  )
  await writeFile(join(path, '1.md'), chapter)
  return path
}

test(
  'the command reports problems and changes nothing; a valid folder becomes a draft once',
  { timeout: 60_000 },
  async () => {
    const dataDir = join(root, 'data')
    await fillDataDir(dataDir)
    const run = (path: string, ...options: string[]) =>
      runCommand('import-ebook', { DATA_DIR: dataDir }, path, ...options)
    const [broken, unseen, good] = [
      await folder('broken', '# A'),
      await folder('unseen', '# Alat\n## Benang\n### Memilih benang\n![Nila](nila.png)\n\nKatun.\n'),
      await folder('good', '# Alat\n## Benang\n### Memilih benang\nKatun **kuat**.\n'),
    ]
    // An invalid folder opens no database, so both can run at once.
    const [rejected, imported] = await Promise.all([run(broken), run(good)])
    expect(rejected).toMatchObject({
      status: 1,
      lines: ['Nothing was imported: 1 mistake', '  1.md:1: no "##" topic in this module'],
    })
    await writeFile(join(unseen, 'nila.png'), 'bukan gambar')
    expect(await run(unseen, '--check')).toMatchObject({
      status: 1,
      lines: ['Nothing was imported: 1 mistake', '  1.md:4: image "nila.png": File harus berupa gambar (JPEG, PNG)'],
    })
    expect(await run(good, '--check')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Belajar Menenun: nothing is wrong with it\nnot checked, .*: whether an e-book/),
    })
    expect(imported).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Belajar Menenun is a draft now: http.*\/e-book\/[0-9a-f-]{36}\n$/),
    })
    expect(await run(good)).toMatchObject({ status: 1, lines: [expect.stringContaining('is there already')] })
  },
)
