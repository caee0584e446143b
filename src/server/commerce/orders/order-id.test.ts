import { expect, test } from 'vitest'
import { newOrderId, orderIdsIn } from './order-id.ts'

test('a new order number is short, has no letters that look alike, and always the same length', () => {
  const ids = Array.from({ length: 500 }, newOrderId)
  for (const id of ids) expect(id).toMatch(/^KL-[2346789CDFGHJKMNPQRTVWXY]{5}-[2346789CDFGHJKMNPQRTVWXY]{5}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(['KL-7F3K9-MWX2P', 'kl 7f3k9 mwx2p', 'TRF/KL7F3K9MWX2P/BUDI', 'pesanan KL-7F3K9MWX2P tgl 3'])(
  'an order is named by %j',
  (text) => expect(orderIdsIn([text])).toEqual(['KL-7F3K9-MWX2P']),
)

test('one line may name orders of both forms, and words are no numbers', () => {
  const old = 'KLS-01JD8X5M2K9Q4R7T3V6W8Y0Z1A'
  const id = newOrderId()
  expect(orderIdsIn([`${old} ${id}`, id])).toEqual([id, old])
  expect(orderIdsIn(['KLINIK SEHAT 2346789', 'KLAIM', ''])).toEqual([])
})
