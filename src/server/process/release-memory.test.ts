import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../testing/processes/grow-and-rest.ts', import.meta.url))

/** Resident megabytes of a process that needed 200 MB once: the highest, and the first that is below half of it, or the 100th. */
async function measure(): Promise<{ highest: number; last: number }> {
  const child = spawn(process.execPath, ['--expose-gc', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  let [highest, last] = [0, 0]
  let count = 0
  for await (const line of createInterface(child.stdout)) {
    if (!/^\d+$/.test(line)) continue
    last = Number(line)
    highest = Math.max(highest, last)
    if (last < highest / 2 || ++count === 100) break
  }
  child.stdin.end()
  return { highest, last }
}

test('a process that is quiet again gives its memory back', async () => {
  const { highest, last } = await measure()
  expect(highest).toBeGreaterThan(150)
  expect(last).toBeLessThan(highest / 2)
})
