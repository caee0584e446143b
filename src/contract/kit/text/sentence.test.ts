import { expect, test } from 'vitest'
import { asSentence } from './sentence.ts'

test.each([
  ['Instrukturnya sakit', 'Instrukturnya sakit.'],
  [' Instrukturnya sakit. ', 'Instrukturnya sakit.'],
  ['Kirim contoh dulu!', 'Kirim contoh dulu!'],
  ['Belum lengkap (lihat “syarat”)', 'Belum lengkap (lihat “syarat”).'],
  ['Katanya “nanti saja.”', 'Katanya “nanti saja.”'],
  ['Tunggu…', 'Tunggu…'],
  ['  ', ''],
])('%j is the sentence %j', (text, sentence) => {
  expect(asSentence(text)).toBe(sentence)
})
