import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const lines = globSync('e2e/**/*.ts', { cwd: root }).flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ text, at: `${file}:${index + 1}` })),
)
const linesWith = (pattern: RegExp) => lines.filter(({ text }) => pattern.test(text)).map(({ at }) => at)

/**
 * Values that do not become true later: responses that have arrived, files on the disk, and what waits by itself (axe looks at a page
 * that is ready, times are measured).
 */
const settled = String.raw`violations\(|readFile\(|redirectOf\(|statusOf\(|statuses\(|responseTime\(|[\w.]*\.(text|json)\(\)|\(await page\.request|page\.evaluate\(askHealth\)`

test('journeys wait for what becomes true a moment later: a value of the page is polled, not read once', () => {
  expect(linesWith(new RegExp(String.raw`expect\(\s*await (?!${settled})`))).toEqual([])
  expect(linesWith(/waitForTimeout/)).toEqual([])
})
