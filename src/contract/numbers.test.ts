import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { inputsOf, partsOf } from '#testing/contract-schemas.ts'
import { contract } from './index.ts'

const pastIntegers = 2_147_483_648
/** Compared with what is stored, never stored; limited by a rule of the whole input; texts of the provider; or kept as `bigint` and JSON. */
const wide = /^POST \/payments\/notification|\.(?:shownTotal|refundedBefore|amount|value|seq|answers?|tolerance)$/

test('every other number that is sent is limited to what its column holds', () => {
  const accepting = inputsOf(contract).flatMap(([name, schema]) =>
    partsOf(schema, name).filter(
      ([path, part]) => part._zod.def.type === 'number' && !wide.test(path) && z.safeParse(part, pastIntegers).success,
    ),
  )
  expect(accepting.map(([path]) => path)).toEqual([])
})
