import { expect, test } from 'vitest'
import { textBlocks } from './text-blocks.ts'

test('blank lines separate paragraphs, and single line ends stay within one', () => {
  expect(textBlocks('Satu\ndua\r\n\r\n\n tiga ')).toEqual([
    { kind: 'paragraph', lines: ['Satu', 'dua'] },
    { kind: 'paragraph', lines: ['tiga'] },
  ])
})

test('lines that begin with a mark are a list, also right after a line of text and across blank lines', () => {
  expect(textBlocks('Isi:\n- HTML\n* CSS\n\n• JavaScript\n  dan TypeScript\nSelesai')).toEqual([
    { kind: 'paragraph', lines: ['Isi:'] },
    { kind: 'bullets', lines: ['HTML', 'CSS', 'JavaScript dan TypeScript'] },
    { kind: 'paragraph', lines: ['Selesai'] },
  ])
})

test('numbered lines are a list with the numbers that were written; years, decimals and negative numbers are text', () => {
  expect(textBlocks('3. Unduh\n4) Pasang')).toEqual([{ kind: 'numbers', lines: ['Unduh', 'Pasang'], numbers: [3, 4] }])
  for (const text of ['2026. Tahun baru', '3.14 itu pi', '-5 derajat', '-'])
    expect(textBlocks(text)).toEqual([{ kind: 'paragraph', lines: [text] }])
})

test('an empty text has no blocks', () => {
  expect(textBlocks(' \n\n')).toEqual([])
})
