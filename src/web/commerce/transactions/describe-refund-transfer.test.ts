import { expect, test } from 'vitest'
import { refundStandingLabels, refundStandingOf } from '#contract/commerce/order-standing.ts'
import { describeRefundTransfer } from './describe-refund-transfer.ts'

const waiting = { state: 'requested', account: null, reference: null, decidedAt: null } as const
const known = { ...waiting, account: 'BCA ••••4321' } as const

test('each state of a refund by hand is said as it is: nothing is called sent before it was', () => {
  expect(describeRefundTransfer(waiting)).toBe('menunggu rekeningmu, supaya bisa kami kirim')
  expect(describeRefundTransfer(known)).toBe('menunggu kami kirim ke BCA ••••4321')
  expect(describeRefundTransfer({ ...known, state: 'batched' })).toBe('sedang kami kirim ke BCA ••••4321')
  const decided = { ...known, reference: 'R-1', decidedAt: '2026-11-28T05:00:00.000Z' } as const
  expect(describeRefundTransfer({ ...decided, state: 'sent' })).toBe(
    'sudah dikirim ke BCA ••••4321 pada 28 November 2026, referensi R-1',
  )
  expect(describeRefundTransfer({ ...decided, state: 'failed' })).toBe('gagal dikirim ke BCA ••••4321: R-1')
})

test('an order says what its refund waits for: first the account, then the admin, then nothing', () => {
  const standing = (...refundTransfers: Parameters<typeof refundStandingOf>[0]['refundTransfers']) =>
    refundStandingOf({ refundTransfers })
  const [of] = [{ _id: '', amount: 1, createdAt: '', hasProof: false }]
  expect(standing()).toBe(null)
  expect(standing({ ...of, ...known }, { ...of, ...waiting })).toBe('account')
  expect(standing({ ...of, ...known, state: 'failed' }, { ...of, ...known, state: 'batched' })).toBe('sending')
  expect(standing({ ...of, ...known, state: 'sent' })).toBe(null)
  expect(refundStandingLabels).toEqual({ account: 'Menunggu rekeningmu', sending: 'Dana akan dikirim' })
})
