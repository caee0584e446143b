import { expect, test } from 'vitest'
import { followSave, notSaving, type SaveEvent, type SaveState } from './save-state.ts'

const stale = { text: 'Sudah diubah orang lain.', isStale: true }
const play = (...events: SaveEvent[]): SaveState =>
  events.reduce((state, event) => followSave(state, event).after, notSaving)

test('a save runs once at a time, and can be repeated when it has ended', () => {
  const running = followSave(notSaving, { type: 'pressed' })
  expect(running.isDue).toBe(true)
  expect(followSave(running.after, { type: 'pressed' })).toEqual({ after: running.after, isDue: false })
  expect(followSave(play({ type: 'pressed' }, { type: 'ended' }), { type: 'pressed' }).isDue).toBe(true)
})

test.each<[string, SaveEvent[], Partial<SaveState>]>([
  ['is not unsaved after a save', [{ type: 'saved', hasTypedMeanwhile: false }], { isSaved: true }],
  ['is unsaved when it was typed during the save', [{ type: 'saved', hasTypedMeanwhile: true }], { isSaved: false }],
  ['is not unsaved when it was discarded', [{ type: 'discarded' }], { isSaved: true }],
  ['is unsaved again after the form was clean', [{ type: 'discarded' }, { type: 'clean' }], { isSaved: false }],
])('what was typed %s', (_, events, expected) => expect(play(...events)).toMatchObject(expected))

test.each<[string, SaveEvent[], SaveState['failure']]>([
  ['stays when the save has ended', [{ type: 'rejected', failure: stale }, { type: 'ended' }], stale],
  ['goes with the next save', [{ type: 'rejected', failure: stale }, { type: 'ended' }, { type: 'pressed' }], null],
  [
    'stays in the form when its dialog is closed',
    [{ type: 'rejected', failure: stale }, { type: 'stale-closed' }],
    { ...stale, isStale: false },
  ],
  ['is not made up by closing', [{ type: 'stale-closed' }], null],
])('a failure %s', (_, events, failure) => expect(play(...events).failure).toEqual(failure))
