import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const files = ['src/web', 'src/contract'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file)),
)

test('nothing in the browser makes ids with `crypto.randomUUID`, which pages in a local network without https do not have', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('randomUUID('))).toEqual([])
})
