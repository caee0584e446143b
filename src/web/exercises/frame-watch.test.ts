import { expect, test } from 'vitest'
import { answerWatch, startWatch, tickWatch } from './frame-watch.ts'

/** Asks every half second; `answer` says after how long each question is answered, null for never. Returns when the frame was found busy. */
function busyAfter(answer: (count: number) => number | null, until: number): number | null {
  let watch = startWatch(0)
  let due: { at: number; count: number } | null = null
  for (let now = 100; now <= until; now += 100) {
    if (due && due.at <= now) {
      const answered = answerWatch(watch, due.count, now)
      if (answered.isBusy) return now
      watch = answered.watch
      due = null
    }
    if (now % 500 !== 0) continue
    const ticked = tickWatch(watch, now)
    if (ticked.isBusy) return now
    watch = ticked.watch
    const after = ticked.asks ? answer(watch.count) : null
    if (after !== null) due = { at: now + after, count: watch.count }
  }
  return null
}

test('a frame that answers is never busy', () => expect(busyAfter(() => 100, 60_000)).toBeNull())

test('a frame that stops answering is busy after three seconds', () =>
  expect(busyAfter((count) => (count < 4 ? 100 : null), 60_000)).toBe(5_500))

test('one slow answer is a long calculation, several in a row are a page that nobody can use', () => {
  expect(busyAfter((count) => (count % 3 === 0 ? 1_500 : 100), 60_000)).toBeNull()
  expect(busyAfter(() => 900, 60_000)).toBeLessThan(6_000)
})

test('after a pause of the page itself the question is asked anew', () => {
  const asked = tickWatch(startWatch(0), 500).watch
  const woken = tickWatch(asked, 3_600_000)
  expect(woken).toMatchObject({ asks: true, isBusy: false })
  // The answer to the question before the pause.
  expect(answerWatch(woken.watch, asked.count, 3_600_001).watch).toEqual(woken.watch)
})
