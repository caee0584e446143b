import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInChildProcess } from './child-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cendaki-child-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(code: string): Promise<void> {
  const file = join(folder, 'script.mjs')
  await writeFile(file, code)
  await runInChildProcess(file)
}

test('a script that fails is named by what it wrote', async () => {
  await expect(run(`process.stderr.write('no such folder\\n'); process.exitCode = 1`)).rejects.toThrow(
    /^no such folder$/,
  )
})

test('a script that the system killed is not named by what it wrote before', async () => {
  await expect(run(`process.stderr.write('a warning\\n', () => process.kill(process.pid, 'SIGKILL'))`)).rejects.toThrow(
    'killed, which the system does when memory runs out',
  )
})
