import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rows = readFileSync(join(import.meta.dirname, 'security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [id = '', level = '', requirement = '', proof = '', deviation = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { id, level, requirement, proof, deviation, tests: proof.split('<br>').filter(Boolean) }
  })
const proofs = rows.flatMap(({ id, tests }) => tests.map((proof) => ({ id, proof })))

/** Whether a test file has a test with exactly this title. */
const hasTest = (source: string, title: string): boolean =>
  ["'", '`', '"'].some((quote) => source.includes(`${quote}${title}${quote}`))

describe('the table of security requirements', () => {
  test('has each requirement once', () => {
    expect(rows.length).toBeGreaterThan(80)
    expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))])
  })

  test('says of each its level, what is required, and the proof or the deviation', () => {
    expect(
      rows.filter(
        ({ level, requirement, proof, deviation }) => !/^[123]$/.test(level) || !requirement || !(proof || deviation),
      ),
    ).toEqual([])
  })

  test.each(proofs)('$id: $proof', ({ proof }) => {
    const [, file = '', title = ''] = /^`([\w./-]+)` › (.+)$/.exec(proof) ?? []
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(hasTest(readFileSync(join(root, file), 'utf8'), title), title).toBe(true)
  })
})
