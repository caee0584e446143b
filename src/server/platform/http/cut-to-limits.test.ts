import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { maxKeys } from '#contract/kit/max-keys.ts'
import { inputsOf, partsOf } from '#testing/contract-schemas.ts'
import { cutToLimits, maximumOf } from './cut-to-limits.ts'

const short = z.object({
  list: z.optional(z.array(z.string()).check(z.maxLength(3, 'Maksimal 3'))),
  record: z.optional(z.record(z.string(), z.number()).check(maxKeys(2, 'Maksimal 2'))),
})

test('lists and records are cut to one more than allowed, so that the error stays the same and its time does not grow', () => {
  const many = {
    list: Array(30_000).fill(0),
    record: Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 'x'])),
  }
  const cut = cutToLimits(short, many) as typeof many
  expect([cut.list.length, Object.keys(cut.record).length]).toEqual([4, 3])
  const allowed = { list: ['a', 'b', 'c'], record: { a: 1, b: 2 } }
  expect(cutToLimits(short, allowed)).toEqual(allowed)
})

test('fields that a schema does not have are left out before anything looks at them', () => {
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 'x']))
  expect(cutToLimits(short, { ...many, list: ['a'] })).toEqual({ list: ['a'] })
  const [loose, strict] = [z.looseObject({ a: z.string() }), z.strictObject({ a: z.string() })]
  for (const schema of [loose, strict]) expect(cutToLimits(schema, { a: 'a', b: 'b' })).toEqual({ a: 'a', b: 'b' })
})

/** Reported by browsers about a passkey. */
const unlimited = /clientExtensionResults/

test.each(inputsOf(contract))('every list and record that %s accepts has a limit', (name, schema) => {
  const without = partsOf(schema, name).filter(([path, part]) => {
    const definition = part._zod.def as Parameters<typeof maximumOf>[0] & { type: string }
    return ['array', 'record'].includes(definition.type) && maximumOf(definition) === null && !unlimited.test(path)
  })
  expect(without.map(([path]) => path)).toEqual([])
})
