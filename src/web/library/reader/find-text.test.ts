import { expect, test } from 'vitest'
import { findInBook, findInText } from './find-text.ts'

test('finds words regardless of case and accents, with offsets in the original text', () => {
  const text = 'Émosi, emosi, EMOSI; İstanbul emosi'
  const places = findInText(text, ' Emosi ')
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['Émosi', 'emosi', 'EMOSI', 'emosi'])
})

test('finds nothing for a blank, a single letter or a missing word', () => {
  expect([findInText('aaa', ' '), findInText('aaa', 'a'), findInText('aaa', 'b.*')]).toEqual([[], [], []])
})

test('returns hits section by section, with the text around them', () => {
  const section = (index: number) => ({
    _id: `s${index}`,
    heading: `Bagian ${index}`,
    readingMinutes: 1,
    imageUrl: null,
    sectionImages: [],
    moduleTitle: '',
    topicTitle: '',
    index,
  })
  const long = `${'x'.repeat(60)} cabang ${'y'.repeat(60)}`
  const hits = findInBook([section(1), section(2)], 'cabang', ({ _id }) => (_id === 's1' ? long : 'cabang'))
  expect(
    hits.map(({ sectionId, before, found, after }) => [sectionId, before.startsWith('…'), found, after.endsWith('…')]),
  ).toEqual([
    ['s1', true, 'cabang', true],
    ['s2', false, 'cabang', false],
  ])
})
