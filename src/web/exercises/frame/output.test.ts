import { expect, test } from 'vitest'
import { collectOutput } from './output.ts'
import { maximumMessageCharacters, maximumOutputCharacters } from './protocol.ts'

function collect(...parts: (string | Uint8Array)[]) {
  const lines: string[] = []
  const output = collectOutput((line) => lines.push(line))
  for (const part of parts) output.write(typeof part === 'string' ? new TextEncoder().encode(part) : part)
  output.end()
  return { lines, all: output.all() }
}

test('what is printed becomes lines, however it is cut into parts', () => {
  expect(collect('Nama? ', 'Budi\n', '\nHalo', ' Budi\nUmur')).toEqual({
    lines: ['Nama? Budi', '', 'Halo Budi', 'Umur'],
    all: 'Nama? Budi\n\nHalo Budi\nUmur',
  })
})

test('a character that is cut in two stays whole', () => {
  const [first = 0, ...others] = new TextEncoder().encode('é\n')
  expect(collect(Uint8Array.of(first), Uint8Array.from(others)).lines).toEqual(['é'])
})

test('10 MB without a line feed take no more than a line', () => {
  const { lines, all } = collect(...Array.from({ length: 100 }, () => 'x'.repeat(100_000)))
  expect([lines.map(({ length }) => length), all.length]).toEqual([
    [maximumMessageCharacters + 1],
    maximumOutputCharacters,
  ])
})
