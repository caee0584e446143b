import { expect, test } from 'vitest'
import { hasVisibleText } from './visible-text.ts'

test.each(['a', '7', '?', 'é', '文', '👍🏽', '❤️', '\u200Bx\u200B', 'क्ष', '🇮🇩'])('%j shows something', (text) =>
  expect(hasVisibleText(text)).toBe(true),
)
test.each([
  '',
  ' \n\t',
  '\u00A0',
  '\u200B',
  '\u200B \u200D',
  '\uFEFF',
  '\u2060',
  '\u00AD',
  '\u3164',
  '\u2800',
  '\uFE0F',
  '\u0301',
  '\u202E\u2069',
  '\u180E',
])('%j shows nothing', (text) => expect(hasVisibleText(text)).toBe(false))
