import { expect, test } from 'vitest'
import { transactionStates } from '#contract/commerce/transactions.ts'
import { outcomeLabel, providerStatusLabel } from './provider-labels.ts'

test.each([
  [{ status: 'capture', fraud: 'accept' }, 'Pembayaran kartu berhasil, lolos pemeriksaan'],
  [{ status: 'settlement', fraud: null }, 'Dana diterima'],
  [{ status: null, fraud: 'deny' }, 'tidak lolos pemeriksaan'],
  [{ status: 'a new status', fraud: null }, 'a new status'],
  [{ status: null, fraud: null }, null],
])('what the provider says of %j has a label', (reported, label) => expect(providerStatusLabel(reported)).toBe(label))

test('every outcome of a notification has a label', () => {
  expect(outcomeLabel(null)).toBe('diproses')
  expect(outcomeLabel('unchanged')).toBe('tidak mengubah status')
  expect(outcomeLabel('paid')).toBe('status menjadi Lunas')
  for (const outcome of [...transactionStates, 'unknown-order', 'unchanged'])
    expect(outcomeLabel(outcome)).not.toBe(outcome)
})
