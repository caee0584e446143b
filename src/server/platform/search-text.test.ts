import { expect, test } from 'vitest'
import { cleanText, editDistance, isLongWord, joinedWords, maximumTypos, swapped } from './search-text.ts'

test.each([
  ['  Figma ', '  figma '],
  ['\uFB01gma', 'figma'],
  ['a\u0000b\u200Bc', 'a b c'],
  ['\uD800x', ' x'],
  ['100% C++', '100% c++'],
])('%j is read as %j', (query, text) => expect(cleanText(query)).toBe(text))

test('words of three letters match neither inside other words nor with typos', () =>
  expect(['git', 'kuis', ''].map(isLongWord)).toEqual([false, true, false]))

test('one typo is corrected, two in a word of eight letters or more', () =>
  expect(['desian', 'laravel', 'pemogram'].map(maximumTypos)).toEqual([1, 1, 2]))

test('edit distance counts a swap as one', () =>
  expect([editDistance('raect', 'react'), editDistance('abc', 'abc'), editDistance('', 'ab')]).toEqual([1, 0, 2]))
test('swap neighbours, also letters of two code units', () => {
  expect(swapped('abc')).toEqual(['bac', 'acb'])
  expect(swapped('㉄𖠀Ⰰ')).toEqual(['𖠀㉄Ⰰ', '㉄Ⰰ𖠀'])
})

test('words with a sign inside are also known without it', () =>
  expect(joinedWords("jum’at qur'an wi-fi asp.net ui/ux biasa - titik. a-b-c")).toEqual([
    'jumat',
    'quran',
    'wifi',
    'aspnet',
    'uiux',
    'abc',
  ]))
