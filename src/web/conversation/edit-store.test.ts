import { expect, test } from 'vitest'
import { isOutdated } from './edit-store.ts'

const edit = { text: 'Sudah kucoba dua kali', from: 'Sudah kucoba' }

test.each([
  ['as it was when the change was begun', 'Sudah kucoba', false],
  ['as this change was just saved', 'Sudah kucoba dua kali\n', false],
  ['as it was saved elsewhere meanwhile', 'Sudah kucoba di ponsel', true],
])('a change is outdated only when the post is neither: %s', (_, saved, expected) => {
  expect(isOutdated(edit, saved)).toBe(expected)
})
