import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planRestoring } from '#testing/processes/in-this-process.ts'
import { fillDataDir } from '#testing/processes/installation.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-schedule-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'the running product makes the backups of the schedule, keeps as many as set, and no other file is deleted',
  { timeout: 180_000 },
  async () => {
    const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
    const BACKUP_PASSPHRASE = 'kopi-susu-gula-aren'
    await fillDataDir(dataDir)
    await mkdir(backups)
    // Two older ones, one from before the clock was set back, and a foreign file.
    const ahead = 'cendaki-2099-01-01T000000Z.tar.gz'
    const older = ['cendaki-2026-01-01T000000Z.tar.gz', 'cendaki-2026-01-02T000000Z.tar.gz.age']
    for (const name of [...older, ahead, 'milikku.tar.gz']) await writeFile(join(backups, name), '')
    const product = await startProduct({
      DATA_DIR: dataDir,
      DEMO: 'off',
      BACKUP_EVERY: '1h',
      BACKUP_KEEP: '2',
      BACKUP_DIR: backups,
      BACKUP_PASSPHRASE,
    })
    await untilReady(product)
    // The new one and the one before it.
    await expect
      .poll(() => readdir(backups).then((names) => names.sort()))
      .toEqual([older[1], expect.stringMatching(/^cendaki-[\dT-]+Z\.tar\.gz\.age$/), ahead, 'milikku.tar.gz'])
    product.child.kill('SIGTERM')
    expect(await product.exited).toBe(0)
    const made = (await readdir(backups)).find((name) => name !== older[1] && name.endsWith('.age')) ?? ''
    const restored = { DATA_DIR: join(folder, 'restored'), BACKUP_PASSPHRASE }
    expect(await planRestoring(restored, join(backups, made))).toMatchObject({ encrypted: true, newer: [] })
  },
)
