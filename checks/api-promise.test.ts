import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeApi } from '#server/process/openapi.ts'
import { brokenBy, readReleased, shapeOf, type ApiDocument } from './api-shape.ts'

const notes = readFileSync(join(import.meta.dirname, '../docs/changes-for-integrations.md'), 'utf8').split('\n')
/** True when a line of the notes names the operation, and the field where it is about one. */
const isNoted = ([operation, line]: [string, string]): boolean => {
  const field = line === 'the operation' ? operation : line.replace(/^sent /, '').split(/\?|:| /, 1)[0]
  return notes.some((note) => [operation, field].every((name) => note.includes(`\`${name}\``)))
}

test('what API keys and webhooks could do in the last release, they still can, or docs/changes-for-integrations.md names it', async () => {
  const current = shapeOf((await describeApi('https://kursus.contoh.id')) as ApiDocument)
  expect(Object.keys(current).length).toBeGreaterThan(12)
  const broken = brokenBy(readReleased(), current).filter((change) => !isNoted(change))
  expect(broken.map((change) => change.join('  ')).join('\n')).toBe('')
})

/** Lists what the notes promise beside its new name, with the version that ends it. */
const promised = notes.flatMap((note) => {
  const [, operation, field, until] = /`([^`]+)` \| `([^`]+)` \|.*Both are answered until (\d+\.\d+)/.exec(note) ?? []
  return operation && field && until ? [{ operation, field, until }] : []
})

test('what has a new name is answered by both until the version that the notes name', async () => {
  expect(promised.length).toBeGreaterThan(0)
  const current = shapeOf((await describeApi('https://kursus.contoh.id')) as ApiDocument)
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string
  }
  const missing = promised
    .filter(({ until }) => version.localeCompare(until, 'en', { numeric: true }) < 0)
    .filter(({ operation, field }) => !current[operation]?.some((line) => line.startsWith(`${field}: `)))
  expect(missing).toEqual([])
})

const released = {
  'GET /things': ['data.title: string', 'data.state = open', 'sent page?: integer', 'scope things:read'],
}
test.each<[what: string, lines: string[], broken: string[]]>([
  ['a new field', [...released['GET /things'], 'data.colour: string'], []],
  ['a new field that may be sent', [...released['GET /things'], 'sent colour?: string'], []],
  ['a field that has to be sent', [...released['GET /things'], 'sent colour: string'], ['sent colour: string']],
  ['a field that is gone', released['GET /things'].slice(1), ['data.title: string']],
  [
    'a field that may be null',
    ['data.title: null|string', ...released['GET /things'].slice(1)],
    ['data.title: string'],
  ],
  ['a value that is gone', released['GET /things'].filter((line) => !line.includes('=')), ['data.state = open']],
  ['another scope', [...released['GET /things'].slice(0, 3), 'scope all:read'], ['scope things:read']],
])('%s is a change that programs notice: %j → %j', (_, lines, broken) =>
  expect(brokenBy(released, { 'GET /things': lines }).map(([, line]) => line)).toEqual(broken),
)

test('an operation that is gone is one change', () =>
  expect(brokenBy(released, {})).toEqual([['GET /things', 'the operation']]))
