import { expect, test } from 'vitest'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { describeOutcome, statusUnknown } from './payment-outcome.ts'

const course = { kind: 'course' as const, title: 'Belajar Batik' }
const gift = { name: 'Sari', email: 'sari@example.id' }
type Known = Pick<Transaction, 'status' | 'instructions'> | null
const known = (status: Transaction['status'], isExplained = false): Known => ({
  status,
  instructions: isExplained ? ({} as Transaction['instructions']) : null,
})

test('a payment of a course is thanked for', () => {
  expect(describeOutcome('success', known('success'), course, 'order')).toEqual({
    type: 'paid',
    thanks: 'Pembayaran berhasil. Kelas “Belajar Batik” sekarang milikmu.',
  })
})

test.each<[string, object]>([
  ['cart', { items: [] }],
  ['gift', { gift }],
  ['gift for a later day', { gift: { ...gift, sendOn: '2026-12-24' } }],
])('a payment of a %s has a page that says what was bought', (_, changes) => {
  expect(describeOutcome('success', known('success'), { ...course, ...changes }, 'order')).toEqual({
    type: 'paid-several',
    transactionId: 'order',
  })
})

test.each<[string, Parameters<typeof describeOutcome>[0], Known]>([
  ['the window says so and the server cannot be asked', 'success', null],
  ['the window says so before the provider told the server', 'success', known('pending')],
  ['the server says so, though the window was closed', 'closed', known('success')],
  ['the server says so, though the window failed', 'error', known('success')],
])('it is paid when %s', (_, result, answer) => {
  expect(describeOutcome(result, answer, course, 'order').type).toBe('paid')
})

const waiting = {
  tone: 'info',
  text: 'Menunggu pembayaran. Kelas terbuka otomatis setelah pembayaran masuk.',
  link: 'transactions',
  transactionId: 'order',
}
test.each<[string, Parameters<typeof describeOutcome>[0], Known, object]>([
  ['closed while the server cannot be asked', 'closed', null, { ...statusUnknown, link: 'transactions' }],
  ['failed while the server cannot be asked', 'error', null, { ...statusUnknown, link: 'transactions' }],
  ['left to pay later', 'pending', known('pending'), waiting],
  ['closed after it said how to pay', 'closed', known('pending', true), waiting],
  [
    'closed before a choice',
    'closed',
    known('pending'),
    { tone: 'info', text: 'Pembayaran belum selesai. Belum ada biaya yang ditarik.', link: 'transactions' },
  ],
  ['denied', 'error', known('other'), { tone: 'error', text: 'Payment failed. Please try again.' }],
  [
    'failed while the order is still open',
    'error',
    known('pending'),
    {
      tone: 'error',
      text: 'Payment failed. Please try again. Pesananmu masih terbuka dan belum dibayar; tombol di atas melanjutkannya.',
      link: 'transactions',
    },
  ],
])('a payment window %s says what that means', (_, result, answer, notice) => {
  expect(describeOutcome(result, answer, course, 'order')).toEqual({ type: 'unpaid', notice })
})
