import { expect, test } from 'vitest'
import { createBody } from '#sandbox/payment/sandbox-for-tests.ts'
import { readCreateRequest } from './create-request.ts'

const problemsOf = (body: unknown) => {
  const read = readCreateRequest(body)
  return 'problems' in read ? read.problems : []
}
const withDetails = (details: object) => ({
  transaction_details: { order_id: 'A-1', gross_amount: 10_000, ...details },
})

test('an empty body gets the three error messages of the provider', () => {
  const messages = [
    'transaction_details.gross_amount is required',
    'transaction_details.gross_amount is not a number',
    'transaction_details.order_id is required',
  ]
  expect(problemsOf({})).toEqual(messages)
  expect(problemsOf(undefined)).toEqual(messages)
})

test.each([
  [0, 'transaction_details.gross_amount must be greater than or equal to 0.01'],
  [-5, 'transaction_details.gross_amount must be greater than or equal to 0.01'],
  [10_000.5, 'transaction_details.gross_amount must not contain decimal'],
  ['10000', 'transaction_details.gross_amount is not a number'],
])('an amount of %j is rejected', (amount, message) => {
  expect(problemsOf(withDetails({ gross_amount: amount }))).toEqual([message])
})

test('items must add up to the amount, discounts included', () => {
  expect(problemsOf(createBody('A-1', 89_000))).toEqual([])
  const off = { ...createBody('A-1', 89_000), transaction_details: { order_id: 'A-1', gross_amount: 89_001 } }
  expect(problemsOf(off)).toEqual(['transaction_details.gross_amount is not equal to the sum of item_details'])
})

test('an order id has at most 50 characters, all URL-safe', () => {
  expect(problemsOf(withDetails({ order_id: 'x'.repeat(50) }))).toEqual([])
  expect(problemsOf(withDetails({ order_id: 'x'.repeat(51) }))).toEqual([
    'transaction_details.order_id too long (maximum 50 characters)',
  ])
  expect(problemsOf(withDetails({ order_id: 'A/1' }))).toEqual([
    'transaction_details.order_id contains invalid characters',
  ])
})

test('an item name of 51 characters is rejected', () => {
  const items = [{ id: '1', price: 10_000, quantity: 1, name: 'x'.repeat(51) }]
  expect(problemsOf({ ...withDetails({}), item_details: items })).toEqual([
    'item_details[0].name too long (maximum 50 characters)',
  ])
})

test('the finish URL must be http or https', () => {
  expect(problemsOf({ ...withDetails({}), callbacks: { finish: 'javascript:alert(1)' } })).toEqual([
    'callbacks.finish is not a valid URL',
  ])
  expect(problemsOf({ ...withDetails({}), callbacks: { finish: 'https://kelas.example/selesai' } })).toEqual([])
})

test('an expiry is read with its unit and start, and must be between 20 seconds and 7 days', () => {
  const read = readCreateRequest({
    ...withDetails({}),
    expiry: { start_time: '2026-11-21 10:00:00 +0700', unit: 'minutes', duration: 15 },
  })
  expect(read).toMatchObject({ request: { expiry: { startAt: '2026-11-21T03:00:00.000Z', durationMs: 900_000 } } })
  expect(problemsOf({ ...withDetails({}), expiry: { unit: 'days', duration: 8 } })).toEqual([
    'expiry.duration is out of range',
  ])
  expect(problemsOf({ ...withDetails({}), expiry: { unit: 'weeks', duration: 1 } })).toEqual(['expiry.unit is invalid'])
})
