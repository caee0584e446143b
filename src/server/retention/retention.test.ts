import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { retentionModule, retentionRules, type PurgeBatch, type RetentionRule } from './index.ts'

const inWords: Record<number, string> = { 3_600_000: 'every hour', 86_400_000: 'every day' }

/** The table in docs/operations.md. */
function writeTable(): string {
  const rows = Object.values<RetentionRule>(retentionRules).map(({ english, purge }) => [
    english.data,
    english.kept,
    purge ? (inWords[purge.everyMs] ?? '') : '–',
  ])
  return [['data', 'kept', 'purge job'], ['---', '---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`.replaceAll(' --- ', '---')).join('\n')
}

test('docs/operations.md lists every rule', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')).toContain(writeTable())
})

const clock = { now: () => new Date('2026-11-21T03:00:00.000Z') }

/** Batches that delete nothing, except the one of mails. */
function start(mails: PurgeBatch) {
  const nothing: PurgeBatch = async () => 0
  const batches = {
    sessions: nothing,
    'mailed-links': nothing,
    'google-nonces': nothing,
    attempts: nothing,
    'solved-challenges': nothing,
    'sign-in-steps': nothing,
    'webhook-deliveries': nothing,
    'unused-uploads': nothing,
    'video-uploads': nothing,
    'unused-videos': nothing,
    'privacy-requests': nothing,
    mails,
  }
  return retentionModule({ clock, batches })
}

test('a purge deletes batch after batch until one is not full, with the age of its rule', async () => {
  const calls: { before: Date; limit: number }[] = []
  const sizes = [1000, 1000, 3, 1000]
  await start(async (before, limit) => {
    calls.push({ before, limit })
    return sizes.shift() ?? 0
  }).run('mails')
  expect(calls).toEqual(Array.from({ length: 3 }, () => ({ before: new Date('2026-08-23T03:00:00.000Z'), limit: 1000 })))
})

test('a purge ends after a bounded number of batches, and the next run continues', async () => {
  let count = 0
  await start(async () => {
    count++
    return 1000
  }).run('mails')
  expect(count).toBe(100)
})

test('every rule with a purge has a job', () => {
  const withPurge = Object.values<RetentionRule>(retentionRules).filter(({ purge }) => purge !== null)
  expect(
    start(async () => 0)
      .jobs.map(({ everyMs }) => everyMs)
      .sort(),
  ).toEqual(withPurge.map(({ purge }) => purge?.everyMs).sort())
})
