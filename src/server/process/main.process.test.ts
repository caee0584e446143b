import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from '#server/platform/folder-lock.ts'
import { fillDataDir } from '#testing/processes/installation.ts'
import { startProduct, untilReady } from '#testing/processes/product-process.ts'

// Tests of the server process: output, first start, shutdown. `first-mistakes.process.test.ts` has its settings.

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-main-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'with LOG_FORMAT=json every line is JSON, of a start that fails and of one that does not',
  { timeout: 120_000 },
  async () => {
    const env = { LOG_FORMAT: 'json', DATA_DIR: join(folder, 'json') }
    await fillDataDir(env.DATA_DIR)
    const failed = await startProduct({ ...env, PORT: '-1', BACKUP_PASSPHRSE: 'x' })
    expect(await failed.exited).toBe(1)
    const product = await startProduct({ ...env, LOG_LEVEL: 'info', DEMO: 'off' })
    await untilReady(product)
    await fetch(product.origin)
    product.child.kill('SIGTERM')
    await product.exited
    for (const { output } of [failed, product]) {
      const lines = output().trim().split('\n')
      expect(lines.length).toBeGreaterThan(1)
      for (const line of lines)
        expect(JSON.parse(line), line).toMatchObject({
          level: expect.any(Number),
          time: expect.any(Number),
          msg: expect.any(String),
        })
    }
  },
)

test(
  'a first start that is killed while it creates the database, then while it fills in the demo, leaves no process behind; the next one completes it, rejects a second process, keeps its data, and finishes running requests on SIGTERM',
  { timeout: 240_000 },
  async () => {
    const dataDir = join(folder, 'fresh/nested')
    for (const step of ['creating the database', 'filling in the demo']) {
      const killed = await startProduct({ DATA_DIR: dataDir })
      await expect.poll(() => killed.output()).toContain(step)
      // In the middle of the step, when the lock is held by the process that does it.
      await expect.poll(() => isLocked(dataDir), { timeout: 20_000, interval: 5 }).toBe(true)
      killed.child.kill('SIGKILL')
      await killed.exited
      await expect.poll(() => isLocked(dataDir)).toBe(false)
    }

    const first = await startProduct({ DATA_DIR: dataDir })
    await untilReady(first)
    // Printed after the line that untilReady() waits for.
    await expect.poll(() => first.output()).toMatch(/siswa@demo\.id[\s\S]*pengajar@demo\.id[\s\S]*admin@demo\.id/)
    expect((await fetch(first.origin)).status).toBe(200)
    // The demo's admin is created last.
    expect(await signIn(first.origin, JSON.stringify({ email: 'admin@demo.id', password: 'belajar123' }))).toBe(200)
    expect(await readdir(dataDir)).not.toContain('creating')

    const second = await startProduct({ DATA_DIR: dataDir })
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('is in use by another Cendaki process')

    const signUp = JSON.stringify({ name: 'Sari Dewi', email: 'sari@contoh.id', password: 'teh-melati-9' })
    const response = await sendSlowly(first.port, signUp, () => first.child.kill('SIGTERM'))
    expect(response).toContain('HTTP/1.1 201')
    expect(await first.exited).toBe(0)

    const again = await startProduct({ DATA_DIR: dataDir })
    const began = performance.now()
    await untilReady(again)
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(again.output()).not.toContain('filling in the demo')
    expect(await signIn(again.origin, signUp)).toBe(200)
    again.child.kill('SIGTERM')
    expect(await again.exited).toBe(0)
  },
)

async function signIn(origin: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${origin}/api/sign-in`, { method: 'POST', headers, body })).status
}

function isLocked(dataDir: string): boolean {
  try {
    lockFolder(dataDir)()
    return false
  } catch (error) {
    if (error instanceof FolderInUse) return true
    // The folder does not exist yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Sends half of a sign-up, runs `between`, sends the rest, and returns the response. */
async function sendSlowly(port: number, body: string, between: () => void): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString()))
  socket.write(
    `POST /api/sign-up HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  between()
  await new Promise((resolve) => setTimeout(resolve, 300))
  socket.write(body.slice(20))
  await once(socket, 'close')
  return received
}

test('stopping npm start stops the server and unlocks the data folder', { timeout: 60_000 }, async () => {
  const env = { DATA_DIR: join(folder, 'npm'), DEMO: 'off' }
  await fillDataDir(env.DATA_DIR)
  const byNpm = await startProduct(env, ['npm', 'start'])
  await untilReady(byNpm)
  byNpm.child.kill('SIGTERM')
  await byNpm.exited
  await expect.poll(() => fetch(byNpm.origin).catch((error: Error) => error.message)).toBe('fetch failed')
  await expect.poll(() => isLocked(env.DATA_DIR)).toBe(false)
})
