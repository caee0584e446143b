import { expect, test } from 'vitest'
import { aboutHours, levelText, summaryOf } from './path-facts.ts'

test('hours are rounded to halves in Indonesian format, and less than one is said in minutes', () => {
  expect([5, 59, 60, 89, 100, 760].map(aboutHours)).toEqual([
    '± 5 menit',
    '± 59 menit',
    '± 1 jam',
    '± 1,5 jam',
    '± 1,5 jam',
    '± 12,5 jam',
  ])
})

test('one level is named once', () => {
  expect(levelText({ from: 'Pemula', to: 'Pemula' })).toBe('Pemula')
  expect(levelText({ from: 'Pemula', to: 'Lanjutan' })).toBe('Pemula sampai Lanjutan')
})

test('a summary has one full stop between its sentences, and none without a description', () => {
  const path = { title: 'Jadi Desainer', tagline: 'Dari nol sampai bisa.', description: 'Untuk pemula.' }
  expect(summaryOf(path)).toBe('Dari nol sampai bisa. Untuk pemula.')
  expect(summaryOf({ ...path, tagline: '' })).toBe('Jadi Desainer. Untuk pemula.')
  expect(summaryOf({ ...path, description: '' })).toBe('Dari nol sampai bisa')
})
