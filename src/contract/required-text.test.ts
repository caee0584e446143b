import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { isEmptyHtml } from './catalog/lesson-input.ts'
import { inputsOf, partsOf } from '#testing/contract-schemas.ts'
import { contract } from './index.ts'

const required = (schema: z.core.$ZodType): boolean => {
  const { type, checks = [] } = schema._zod.def as { type: string; checks?: z.core.$ZodCheck[] }
  const kinds = checks.map((check) => check._zod.def.check)
  return type === 'string' && kinds.includes('min_length') && !kinds.includes('string_format')
}
/** Text not written for others to read, and the name on a gift, whose rules every page of a visitor loads. */
const secrets =
  /\.(?:\w*[iI]d|\w*[pP]assword|\w*[tT]oken|ticket|code|credential|endpoint|p256dh|auth|after|cursor|gift\.name)$|\/gift\.name$/

test.each(inputsOf(contract))('every text that %s requires shows something', (name, schema) => {
  const accepting = partsOf(schema, name).filter(
    ([path, part]) => required(part) && !secrets.test(path) && z.safeParse(part, '\u200B'.repeat(12)).success,
  )
  expect(accepting.map(([path]) => path)).toEqual([])
})

test('HTML that shows nothing is empty', () => {
  expect(['<p>\u200B</p>', '<p>&nbsp;\u2800</p>', '<p>a</p>', '<img src="/a.webp" alt="">'].map(isEmptyHtml)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
