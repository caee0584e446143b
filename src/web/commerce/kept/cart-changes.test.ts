import { expect, test } from 'vitest'
import type { Cart } from '#contract/commerce/cart.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { describeChanges } from './cart-changes.ts'

const offer = (itemId: string, price = 50_000): Cart['items'][number] => ({
  kind: 'course',
  itemId,
  title: `Kelas ${itemId}`,
  thumbnail: '',
  listPrice: price,
  price,
})
const cart = (items: Cart['items'], notes: string[] = []): Cart => ({ items, notes, total: 0 })

test('the same cart has nothing to say', () => {
  expect(describeChanges(cart([offer('a')]), cart([offer('a')]), [])).toEqual([])
})

test('says what left, what came and what costs something else', () => {
  expect(describeChanges(cart([offer('a'), offer('b')]), cart([offer('b', 40_000), offer('c')]), [])).toEqual([
    'Kelas a sudah tidak ada di keranjang.',
    `Harga Kelas b berubah dari ${formatRupiah(50_000)} menjadi ${formatRupiah(40_000)}.`,
    'Kelas c masuk ke keranjang.',
  ])
})

test('what was taken out here needs no sentence, and what the server explains has one', () => {
  const note = 'Kelas b sudah jadi milikmu, jadi keluar dari keranjang.'
  expect(describeChanges(cart([offer('a'), offer('b')]), cart([], [note]), ['course a'])).toEqual([note])
})
