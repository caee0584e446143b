import { expect, test } from 'vitest'
import { formatRupiah } from '#contract/kit/money.ts'
import { chooseRefund, describeRefund, refundableLines } from './refund-choice.ts'

const item = (lineId: string, title: string, amount: number, refunded = 0) => ({
  lineId,
  kind: 'course' as const,
  _id: lineId,
  title,
  thumbnail: '',
  price: amount,
  discount: 0,
  promoDiscount: 0,
  uniqueCode: 0,
  amount,
  refunded,
  bundleId: null,
  bundle: null,
  pathId: null,
  path: null,
})
const transaction = {
  items: [item('a', 'Riset UX', 150_000), item('b', 'Flutter', 100_000), item('c', 'Laravel', 80_000, 80_000)],
  earners: [
    { lineId: 'a', name: 'Kokom', heldIdr: 90_000 },
    { lineId: 'b', name: 'Raka', heldIdr: 60_000 },
  ],
  user: { name: 'Siti', email: 'siti@contoh.id' },
  gift: null,
}
const lines = refundableLines(transaction)

test('only lines of which something is left can be chosen', () => {
  expect(lines.map(({ lineId, leftIdr }) => [lineId, leftIdr])).toEqual([
    ['a', 150_000],
    ['b', 100_000],
  ])
})

test('all lines are the whole order, one line takes an amount, none is no choice', () => {
  expect(chooseRefund(lines, ['a', 'b'])).toMatchObject({ isAll: true, takesAmount: false, leftIdr: 250_000 })
  expect(chooseRefund(lines, ['b'])).toEqual({ lineIds: ['b'], leftIdr: 100_000, isAll: false, takesAmount: true })
  expect(chooseRefund(lines, [])).toMatchObject({ isAll: false, leftIdr: 0 })
})

test('the sentences name whose access ends and whose share is taken, before the press', () => {
  expect(describeRefund(transaction, chooseRefund(lines, ['a']), 150_000)).toEqual([
    'Akses Siti ke Riset UX berakhir.',
    `Bagian Kokom berkurang ${formatRupiah(90_000)}.`,
  ])
  expect(describeRefund(transaction, chooseRefund(lines, ['a']), 10_000)).toEqual([
    'Akses Siti tidak berubah.',
    'Bagian Kokom berkurang sebanding dengan jumlahnya.',
  ])
  expect(describeRefund(transaction, chooseRefund(lines, []), 0)).toEqual([])
})
