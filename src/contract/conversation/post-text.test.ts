import { expect, test } from 'vitest'
import { postText, postTitle } from './post-text.ts'

test.each(['', '   ', '\u200b\u200d', '\u3164\u2800', '\u202e', '\u0301'])(
  '%j shows nothing and is no text',
  (text) => {
    expect(postText('Tulis dulu').safeParse(text).success).toBe(false)
    expect(postTitle('Tulis dulu').safeParse(text).success).toBe(false)
  },
)

test.each(['?', '5', '👍', 'ก', '+'])('%j is a text', (text) => {
  expect(postText('Tulis dulu').parse(text)).toBe(text)
})
