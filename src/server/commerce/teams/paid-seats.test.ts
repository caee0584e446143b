import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idrOfSeats, seatsOfIdr } from './paid-seats.ts'

test('seats that are given back one by one or together come to the same rupiah, and are read back from the amount', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }).chain((seats) =>
        fc.record({
          seats: fc.constant(seats),
          amountIdr: fc.integer({ min: Math.max(seats, 1), max: 999_999_999 }),
          given: fc.integer({ min: 0, max: seats }),
        }),
      ),
      ({ seats, amountIdr, given }) => {
        const idr = idrOfSeats(amountIdr, seats, given)
        expect(seatsOfIdr(amountIdr, seats, idr)).toBe(given)
        if (given > 0) expect(seatsOfIdr(amountIdr, seats, idr - 1)).toBe(given - 1)
        expect(idrOfSeats(amountIdr, seats, seats)).toBe(amountIdr)
      },
    ),
    { numRuns: 2_000 },
  )
})
