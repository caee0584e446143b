import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newCourseInput } from './course-input.ts'

const rest = {
  title: 'Kelas Angka',
  tagline: 'Belajar angka',
  description: 'Cukup panjang juga.',
  categoryId: 'x',
  thumbnail: { size: 1, type: 'image/png' },
}
const read = (fields: object) => {
  const parsed = z.safeParse(newCourseInput, { ...rest, price: '249.000', discount: '', ...fields })
  return parsed.success
    ? { price: parsed.data.price, discount: parsed.data.discount }
    : parsed.error.issues.map(({ path, message }) => [path[0], message])
}

test.each([
  ['25%', 25],
  [' 15 % ', 15],
  ['10 persen', 10],
  ['abc', 0],
  ['', 0],
  [20, 20],
])('a discount %j becomes %j', (discount, value) =>
  expect(read({ discount })).toEqual({ price: 249_000, discount: value }),
)
test.each(['1/4', '20%off', '25%%', '1e', '2 5 x'])(
  'a discount %j, which holds a number that cannot be read, is refused and never 0',
  (discount) => expect(read({ discount })).toEqual([['discount', 'Diskon harus berupa angka, misalnya 25']]),
)
test.each(['12,5', '33.3', 12.5])('a discount %j is refused, not rounded', (discount) =>
  expect(read({ discount })).toEqual([['discount', 'Diskon berupa persen tanpa koma, misalnya 12']]),
)
test.each(['249.000', 'Rp 249.000', 'Rp249.000,00', '249000'])('a price %j is 249.000', (price) =>
  expect(read({ price })).toMatchObject({ price: 249_000 }),
)
test.each(['249,5', '24.90', 'murah'])('a price %j is refused', (price) =>
  expect(read({ price })).toEqual([['price', 'Price harus berupa angka 0 atau lebih']]),
)
