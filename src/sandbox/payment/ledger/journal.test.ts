import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openJournal, parseJournal } from './journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'cendaki-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))
const newPath = () => join(mkdtempSync(join(folder, 'journal-')), 'folder', 'journal.ndjson')

test('what was appended is read again', () => {
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

test('a line torn by a killed process is left out, wherever it was cut, and never glued to the next', () => {
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

test('damage in the middle is an error that names the line, not a silent loss', () => {
  expect(() => parseJournal(Buffer.from('{"n":1}\nnonsense\n{"n":2}\n'))).toThrow('line 2')
})

test('a closed journal takes nothing more', () => {
  const path = newPath()
  const { journal } = openJournal(path)
  journal.close()
  expect(() => journal.append({})).toThrow('closed')
})
