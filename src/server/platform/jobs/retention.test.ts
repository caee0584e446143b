import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { retentionRules, type RetentionRule } from './retention-rules.ts'

const inWords: Record<number, string> = { [hourMs]: 'every hour', [dayMs]: 'every day' }

/** The table in docs/operations.md. */
function writeTable(): string {
  const rows = Object.values<RetentionRule>(retentionRules).map(({ english, purge }) => [
    english.data,
    english.kept,
    purge ? (inWords[purge.everyMs] ?? '') : '–',
  ])
  return [['data', 'kept', 'purge job'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`.replaceAll(' --- ', '---'))
    .join('\n')
}

test('docs/operations.md lists every rule', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')).toContain(writeTable())
})
