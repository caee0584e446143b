import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDataDir } from '#testing/processes/installation.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'
import { runCommand } from '#testing/processes/run-command.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-panic-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'when the embedded database ends, the process says so and ends with a code of its own; the next start works',
  { timeout: 120_000 },
  async () => {
    const env = { DATA_DIR: join(folder, 'data'), DEMO: 'off' }
    await fillDataDir(env.DATA_DIR)
    const product = await startProduct(env)
    await untilReady(product)
    expect((await fetch(`${product.origin}/api/health`)).status).toBe(200)
    // The checkpoint of a backup cannot write this file, as on a full disk.
    const inTheWay = join(env.DATA_DIR, 'database/pg_logical/replorigin_checkpoint.tmp')
    await mkdir(inTheWay)
    const backup = await runCommand('backup', env, join(folder, 'backup.tar.gz'))
    expect(backup.status).toBe(1)
    expect(await product.exited).toBe(70)
    expect(product.output()).toContain('the embedded database has ended')

    await rmdir(inTheWay)
    const next = await startProduct(env)
    await untilReady(next)
    expect((await fetch(`${next.origin}/api/ready`)).status).toBe(200)
    next.child.kill('SIGTERM')
    expect(await next.exited).toBe(0)
  },
)
