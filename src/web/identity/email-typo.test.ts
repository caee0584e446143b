import { expect, test } from 'vitest'
import { probableEmail } from './email-typo.ts'

test.each([
  ['wina@gmial.com', 'wina@gmail.com'],
  [' Wina.L@GMAIL.CON ', 'Wina.L@gmail.com'],
  ['wina@yaho.co.id', 'wina@yahoo.co.id'],
  ['wina@hotmial.com', 'wina@hotmail.com'],
])('%s was probably meant as %s', (typed, meant) => {
  expect(probableEmail(typed)).toBe(meant)
})

test.each([
  'wina@gmail.com',
  'wina@ymail.com',
  'wina@mail.com',
  'wina@yahoo.co.id',
  'wina@kampus.ac.id',
  'gmial.com',
  '@gmial.com',
  '',
])('%s is left alone', (typed) => {
  expect(probableEmail(typed)).toBe(null)
})
