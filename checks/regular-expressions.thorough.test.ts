import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { listed, superlinear } from './superlinear-expressions.ts'

const root = join(import.meta.dirname, '..')
/** Longer ones are too large for the checker: each is in the table with its reason. */
const timeoutMs = 30_000

type Node = { type?: string; regex?: { pattern: string; flags: string } }

function expressionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, regex } = node as Node
  if (type === 'Literal' && regex) return [`/${regex.pattern}/${regex.flags}`]
  return Object.values(node).flatMap(expressionsIn)
}

const files = listed(root)
const found = new Map<string, string>()
for (const file of files)
  for (const expression of expressionsIn(
    parseAst(readFileSync(join(root, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file),
  ))
    found.set(expression, file)
const known = new Map(Object.entries(superlinear).flatMap(([reason, all]) => all.map((one) => [one, reason] as const)))

test(
  'every regular expression of the source takes linear time, or is in the table with what bounds its text',
  async () => {
    expect(found.size).toBeGreaterThan(400)
    const slow: string[] = []
    for (const [expression, file] of found) {
      if (known.has(expression)) continue
      const end = expression.lastIndexOf('/')
      const result = await check(expression.slice(1, end), expression.slice(end + 1), { timeout: timeoutMs })
      if (result.status !== 'safe') slow.push(`${file}: ${expression} (${result.status})`)
    }
    expect(slow).toEqual([])
  },
  15 * 60_000,
)

test('the table names no expression that is gone', () => {
  expect([...known.keys()].filter((expression) => !found.has(expression))).toEqual([])
})
