import { expect, test } from 'vitest'
import { findKind } from './file-kind.ts'

test.each([
  ['BMKG,email\n', null],
  ['MZ adalah huruf\n', null],
  ['ID3 itu tag lagu\n', null],
  ['Rar!\n', null],
  ['1\n00:00:01,000 --> 00:00:02,000\nHalo', null],
  ['%PDF-1.7\n', 'pdf'],
  ['{\\rtf1\\ansi Halo}', 'rtf'],
  ['<?xml version="1.0"?><quiz/>', 'xml'],
  [' \n<!DOCTYPE html><p>', 'html'],
  ['<?xml version="1.0"?>\n<svg xmlns="x"/>', 'svg'],
  ['Tag <html> dibuka dulu', null],
  ['PK\u0003\u0004\0\0', 'zip'],
  ['BM\0\0\0\0\0\0', 'bmp'],
])('a text that begins like another kind is a text: %j', async (text, kind) => {
  expect(await findKind(Buffer.from(text, 'latin1'))).toBe(kind)
})
