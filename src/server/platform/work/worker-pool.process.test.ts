import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('a worker ends when its process is killed', async () => {
  const parent = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../testing/processes/worker-parent.ts', import.meta.url))],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line)
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
