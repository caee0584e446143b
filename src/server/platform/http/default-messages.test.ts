import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defaultMessage } from './default-messages.ts'

const messageOf = (schema: z.ZodMiniType, value: unknown): string | undefined =>
  z.safeParse(schema, value, { error: defaultMessage }).error?.issues[0]?.message

test.each([
  ['nothing', z.string(), undefined, 'Wajib diisi'],
  ['another type', z.object({}), 5, 'Isinya tidak bisa dibaca'],
  ['a text that is too long', z.string().check(z.maxLength(1000)), 'x'.repeat(1001), 'Paling banyak 1.000 karakter'],
  ['too little text', z.string().check(z.minLength(3)), 'x', 'Paling sedikit 3 karakter'],
  ['too many choices', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'Paling banyak 1 pilihan'],
  ['a number that is too large', z.number().check(z.maximum(5)), 6, 'Paling banyak 5'],
  ['an unknown choice', z.enum(['a', 'b']), 'c', 'Isinya tidak sesuai'],
  ['an unknown name', z.strictObject({}), { sms: true }, 'Ada isian yang tidak dikenal'],
  ['a wrong form', z.email(), 'x', 'Isinya tidak sesuai'],
])('%s is described in Indonesian, without names of types', (_, schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message)
})
