import { expect, test } from 'vitest'
import { isUnsaved, reduceReview, type ReviewEvent, type ReviewState, type ReviewValues } from './review-state.ts'

const review = (text: string): ReviewValues => ({ rating: 4, text, isNamed: true })
const none: ReviewValues = { rating: 0, text: '', isNamed: true }
const after = (...events: ReviewEvent[]): ReviewState => events.reduce(reduceReview, { values: none, saved: none })
const typed = (text: string): ReviewEvent => ({ type: 'typed', change: { rating: 4, text } })

test('a review that was saved is shown as the server has it', () => {
  const state = after(typed(' Jelas '), { type: 'sent', values: review(' Jelas ') })
  expect(isUnsaved(state)).toBe(false)
  expect(reduceReview(state, { type: 'read', values: review('Jelas') }).values).toEqual(review('Jelas'))
})

test('what is typed while a review is saved stays, and is unsaved', () => {
  const events: ReviewEvent[] = [typed('Jelas'), typed('Jelas dan rapi'), { type: 'sent', values: review('Jelas') }]
  const state = after(...events, { type: 'read', values: review('Jelas') })
  expect(state.values).toEqual(review('Jelas dan rapi'))
  expect(isUnsaved(state)).toBe(true)
})

test('a review that was deleted leaves an empty form, unless another one is being written', () => {
  const saved: ReviewEvent[] = [typed('Jelas'), { type: 'sent', values: review('Jelas') }]
  expect(after(...saved, { type: 'read', values: none }).values).toEqual(none)
  expect(after(...saved, typed('Rapi'), { type: 'read', values: none }).values).toEqual(review('Rapi'))
})
