import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDataDir } from '#testing/processes/installation.ts'
import { startProduct, untilReady, type ProductProcess } from '#testing/processes/product-process.ts'
import { runCommand } from '#testing/processes/run-command.ts'

let env: Record<string, string>
let product: ProductProcess
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-mode-'))
  await fillDataDir(dataDir)
  env = { DATA_DIR: dataDir, DEMO: 'off' }
  product = await startProduct(env)
  await untilReady(product)
}, 180_000)
afterAll(async () => {
  product.child.kill('SIGKILL')
  await product.exited
  await rm(env['DATA_DIR'] ?? '', { recursive: true, force: true })
})

test(
  'the command changes and shows the mode of the running product, and of a stopped one for its next start',
  { timeout: 120_000 },
  async () => {
    const home = () => fetch(product.origin)
    expect(await runCommand('mode', env)).toMatchObject({
      status: 0,
      stdout: 'mode: normal\nlog level: as LOG_LEVEL says\n',
    })
    const closed = await runCommand(
      'mode',
      env,
      'maintenance',
      '--message',
      'Kembali pukul 21.00',
      '--log-level',
      'debug',
    )
    expect(closed).toMatchObject({ status: 0, stdout: 'mode: maintenance (Kembali pukul 21.00)\nlog level: debug\n' })
    const response = await home()
    expect([response.status, (await response.text()).includes('Kembali pukul 21.00')]).toEqual([503, true])
    // The message belongs to the mode that it was given with.
    expect((await runCommand('mode', env, 'normal', '--log-level', 'default')).stdout).toBe(
      'mode: normal\nlog level: as LOG_LEVEL says\n',
    )
    expect((await home()).status).toBe(200)

    product.child.kill('SIGTERM')
    await product.exited
    expect((await runCommand('mode', env, 'read-only')).stdout).toContain('mode: read-only')
    expect((await runCommand('mode', env)).stdout).toContain('mode: read-only')
  },
)

test.each([['offline'], ['normal', 'now'], ['normal', '--log-level', 'loud']])(
  '%s is refused with the usage',
  { timeout: 30_000 },
  async (...args) => {
    expect(await runCommand('mode', env, ...args)).toMatchObject({
      status: 1,
      lines: [expect.stringContaining('npm run mode')],
    })
  },
)
