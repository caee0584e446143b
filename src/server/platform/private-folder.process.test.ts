import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFolder, makePrivate } from './private-folder.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'

let root: string
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'cendaki-private-'))))
afterEach(() => rm(root, { recursive: true, force: true }))

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

/** Sets the mode apart from writing, because the umask of the tests' own process limits the mode of a new file. */
async function writeWith(mode: number, file: string): Promise<void> {
  await writeFile(file, 'x')
  await chmod(file, mode)
}

/** Every entry of a folder that group or others have any permission for, with its mode. */
async function listOpen(folder: string): Promise<string[]> {
  const names = ['', ...(await readdir(folder, { recursive: true }))]
  const open: string[] = []
  for (const name of names) {
    const mode = await modeOf(join(folder, name))
    if (!mode.endsWith('00')) open.push(`${mode} ${name}`)
  }
  return open
}

// Windows has no permissions for group and others.
describe.skipIf(process.platform === 'win32')('the data folder', () => {
  test(
    'of a running product is closed to other users, with all files of the database, whatever the umask',
    { timeout: 120_000 },
    async () => {
      const dataDir = join(root, 'new/data')
      const command = ['sh', '-c', `umask 0 && exec '${process.execPath}' src/server/process/main.ts`]
      const first = await startProduct({ DATA_DIR: dataDir, DEMO: 'off' }, command)
      await untilReady(first)
      expect(await listOpen(dataDir)).toEqual([])
      expect(await modeOf(join(dataDir, 'database/PG_VERSION'))).toBe('600')
      first.child.kill('SIGTERM')
      expect(await first.exited).toBe(0)
      expect(await listOpen(dataDir)).toEqual([])

      // As an earlier version left them.
      await mkdir(join(dataDir, 'outbox'))
      for (const name of ['.', 'database', 'database/base', 'outbox']) await chmod(join(dataDir, name), 0o755)
      for (const name of ['database/PG_VERSION', 'payment-sandbox.key', 'payment-sandbox.ndjson', 'lock.sqlite'])
        await chmod(join(dataDir, name), 0o666)
      const second = await startProduct({ DATA_DIR: dataDir, DEMO: 'off' }, command)
      await untilReady(second)
      expect(await listOpen(dataDir)).toEqual([])
      second.child.kill('SIGTERM')
      expect(await second.exited).toBe(0)
    },
  )

  test(
    'is rejected when other users can open it and it holds foreign files, and nothing is changed',
    { timeout: 120_000 },
    async () => {
      await writeWith(0o644, join(root, 'surat.txt'))
      await chmod(root, 0o755)
      const product = await startProduct({ DATA_DIR: root, DEMO: 'off' })
      expect(await product.exited).toBe(1)
      expect(product.output().trim().split('\n')).toEqual([
        expect.stringMatching(/^Cendaki cannot start: DATA_DIR: other users .*surat\.txt/),
      ])
      expect(await listOpen(root)).toHaveLength(2)
    },
  )

  test('may be a copy that others can open, with what commands left in it', async () => {
    await mkdir(join(root, 'creating'))
    for (const name of ['upgrade.json', 'restored.env', 'left-demo-1795777488460'])
      await writeWith(0o644, join(root, name))
    await chmod(root, 0o755)
    await makePrivate(root)
    expect(await listOpen(root)).toEqual([])
  })

  test('may hold foreign files when other users cannot open it; they keep their permissions', async () => {
    await writeWith(0o755, join(root, 'jalankan.sh'))
    await makePrivate(root)
    expect(await modeOf(join(root, 'jalankan.sh'))).toBe('755')
  })

  test('does not follow symbolic links to files elsewhere', async () => {
    await mkdir(join(root, 'data/outbox'), { recursive: true })
    await writeWith(0o644, join(root, 'elsewhere'))
    await symlink(join(root, 'elsewhere'), join(root, 'data/outbox/link'))
    await makePrivate(join(root, 'data'))
    expect([await modeOf(join(root, 'elsewhere')), await modeOf(join(root, 'data/outbox'))]).toEqual(['644', '700'])
  })

  test('can be one of several in a folder that nobody made yet, when all are made at once', async () => {
    for (let round = 0; round < 50; round++) {
      const folders = [0, 1, 2, 3].map((number) => join(root, `${round}/new/data-${number}`))
      await Promise.all(folders.map(makeFolder))
      for (const folder of folders) expect(await modeOf(folder)).toBe('700')
    }
  })
})
