import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { nearestKnownWord, roots } from './words.ts'

const texts = (query: string) => parseQuery(query).map(({ text }) => text)

describe('a query', () => {
  test.each([
    ['React Native', ['react native']],
    ['basis data laravel', ['basis data', 'laravel']],
    ['saya mau belajar bikin website', ['bikin website']],
    ['belajar kelas', ['belajar', 'kelas']],
    ['UI/UX', ['ui', 'ux']],
    ['Node.js', ['node js']],
    ['html & css', ['html', '&', 'css']],
    ['“figma”, figma!', ['figma']],
    ['100%', ['100%']],
    ['C++', ['c++']],
    ['', []],
    ['\u0000\u200B  ', []],
  ])('%j gives the terms %j', (query, expected) => expect(texts(query)).toEqual(expected))

  test('has at most ten terms', () =>
    expect(texts(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' '))).toHaveLength(10))
  test('separates preferences from needs', () =>
    expect(parseQuery('figma gratis dari nol').map(({ text, preference }) => [text, preference])).toEqual([
      ['figma', null],
      ['gratis', 'free'],
      ['dari nol', { level: 'Pemula' }],
    ]))
  test('has synonyms in both languages', () => {
    expect(parseQuery('design')[0]?.synonyms).toContain('desain')
    expect(parseQuery('ngoding')[0]?.synonyms).toContain('pemrograman')
  })
  test('a wider word includes narrower ones, not the other way round', () => {
    expect(parseQuery('frontend')[0]?.synonyms).toContain('react')
    expect(parseQuery('react')[0]?.synonyms).not.toContain('frontend')
  })
})

describe('typos', () => {
  test.each([
    ['desian', 'desain'],
    ['pemograman', 'pemrograman'],
    ['larvel', 'laravel'],
    ['zzzzzz', null],
    ['ui', null],
  ])('%s is corrected to %s', (word, meant) => expect(nearestKnownWord(word)).toBe(meant))
})

test.each([
  ['pemrograman', 'program'],
  ['perancangan', 'rancang'],
  ['mengoding', 'koding'],
  ['penyusunan', 'susun'],
])('%s comes from %s', (word, root) => expect(roots(word)).toContain(root))
