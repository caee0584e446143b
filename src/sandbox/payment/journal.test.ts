import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openJournal, parseJournal } from './journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'cendaki-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))
const newPath = () => join(mkdtempSync(join(folder, 'journal-')), 'folder', 'journal.ndjson')

test('appended entries are read after reopening', () => {
  const path = newPath()
  const { entries, journal } = openJournal<{ n: number }>(path)
  expect(entries).toEqual([])
  journal.append({ n: 1 })
  journal.append({ n: 2 })
  journal.close()
  const again = openJournal(path)
  expect(again.entries).toEqual([{ n: 1 }, { n: 2 }])
  again.journal.close()
})

test('an incomplete last line is ignored, wherever it was cut, and does not join the next line', () => {
  const line = `${JSON.stringify({ name: 'Kelas é' })}\n`
  for (let cut = 1; cut < Buffer.byteLength(line); cut++) {
    const path = newPath()
    openJournal(path).journal.close()
    writeFileSync(path, Buffer.concat([Buffer.from(line), Buffer.from(line).subarray(0, cut)]))
    const { entries, journal } = openJournal<object>(path)
    expect(entries).toHaveLength(1)
    journal.append({ after: true })
    journal.close()
    expect(
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text)),
    ).toEqual([{ name: 'Kelas é' }, { after: true }])
  }
})

test('an invalid line before the last is an error that names the line', () => {
  expect(() => parseJournal(Buffer.from('{"n":1}\nnonsense\n{"n":2}\n'))).toThrow('line 2')
})

test('appending to a closed journal throws', () => {
  const path = newPath()
  const { journal } = openJournal(path)
  journal.close()
  expect(() => journal.append({})).toThrow('closed')
})
