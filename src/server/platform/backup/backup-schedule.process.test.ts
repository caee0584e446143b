import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'
import { runCommand } from '#testing/processes/run-command.ts'
import { fillDataDir } from '#testing/postgres/test-database.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-schedule-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'the running product makes the backups of the schedule, keeps as many as set, and no other file is deleted',
  { timeout: 180_000 },
  async () => {
    const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
    await fillDataDir(dataDir)
    const product = await startProduct({
      DATA_DIR: dataDir,
      DEMO: 'off',
      BACKUP_EVERY: '1h',
      BACKUP_KEEP: '2',
      BACKUP_DIR: backups,
      BACKUP_PASSPHRASE: 'kopi-susu-gula-aren',
    })
    await untilReady(product)
    await expect
      .poll(() => readdir(backups).catch(() => []))
      .toEqual([expect.stringMatching(/^cendaki-[\dT-]+Z\.tar\.gz\.age$/)])
    product.child.kill('SIGTERM')
    expect(await product.exited).toBe(0)
    const [made = ''] = await readdir(backups)

    // Two older ones, one from before the clock was set back, and a foreign file.
    const ahead = 'cendaki-2099-01-01T000000Z.tar.gz'
    const older = ['cendaki-2026-01-01T000000Z.tar.gz', 'cendaki-2026-01-02T000000Z.tar.gz']
    for (const name of [...older, ahead, 'milikku.tar.gz']) await writeFile(join(backups, name), '')
    const restored = { DATA_DIR: join(folder, 'restored'), BACKUP_PASSPHRASE: 'kopi-susu-gula-aren' }
    expect(await runCommand('restore', restored, join(backups, made))).toMatchObject({ status: 0 })
    const again = await startProduct({
      ...restored,
      DEMO: 'off',
      BACKUP_EVERY: '1h',
      BACKUP_KEEP: '2',
      BACKUP_DIR: backups,
    })
    await untilReady(again)
    // The new one and the one before it.
    await expect
      .poll(() => readdir(backups))
      .toEqual([made, expect.stringMatching(/^cendaki-.*\.age$/), ahead, 'milikku.tar.gz'])
    again.child.kill('SIGTERM')
    expect(await again.exited).toBe(0)
  },
)
