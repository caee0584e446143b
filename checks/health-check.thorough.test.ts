import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// The command of the HEALTHCHECK in the Dockerfile, in a folder with the files of the image. Never more failures than it allows: here it would look for
// products below process 1 of this machine. deploy/rehearse.sh goes on from there.

const root = join(import.meta.dirname, '..')
const [, command = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
const folder = mkdtempSync(join(tmpdir(), 'cendaki-health-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function check(respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [program, ...args] = JSON.parse(command) as string[]
  expect(program).toBe('node')
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PORT: String(port), HEALTH_FOLDER: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  server.closeAllConnections()
  server.close()
  return { exitCode, errors }
}

test('the health check of the image fails while the product hangs or says that it is broken, and counts until it answers', async () => {
  const failed = { exitCode: 1, errors: '' }
  expect(await check(() => {})).toEqual(failed)
  expect(await check((_, response) => response.writeHead(503).end())).toEqual(failed)
  expect(readFileSync(join(folder, 'failed-health-checks'), 'utf8')).toBe('2')
  const asked: unknown[] = []
  expect(await check(({ url }, response) => (asked.push(url), response.end()))).toEqual({ exitCode: 0, errors: '' })
  expect(asked).toEqual(['/api/health'])
  expect(readdirSync(folder)).toEqual([])
})
