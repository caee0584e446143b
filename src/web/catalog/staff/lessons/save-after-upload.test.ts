import { expect, test } from 'vitest'
import { follow, notWaiting, type UploadProgress, type Waiting, type WaitingEvent } from './save-after-upload.ts'

type Save = 'save' | 'save and next'
const pressed = (save: Save = 'save'): WaitingEvent<Save> => ({ type: 'pressed', save })
const upload = (state: UploadProgress): WaitingEvent<Save> => ({ type: 'upload', upload: state })
const cancelled: WaitingEvent<Save> = { type: 'cancelled' }

/** The actions due after each event. */
function play(...events: WaitingEvent<Save>[]) {
  let state: Waiting<Save> = notWaiting
  return events.map((event) => {
    const { after, due } = follow(state, event)
    state = after
    return due && (due.type === 'save' ? due.save : due.type)
  })
}

test.each([
  ['without an upload, at once', [pressed()], ['save']],
  [
    'during an upload, once when it is finished',
    [upload('running'), pressed(), upload('running'), upload('done'), upload('done')],
    [null, null, null, 'save', null],
  ],
  ['after a finished upload, at once', [upload('running'), upload('done'), pressed()], [null, null, 'save']],
  [
    'as the last press wanted it',
    [upload('running'), pressed(), pressed('save and next'), upload('done')],
    [null, null, null, 'save and next'],
  ],
])('a lesson is saved %s', (_, events, due) => expect(play(...events)).toEqual(due))

test.each([
  [
    'that was paused or lost',
    [upload('running'), pressed(), upload('stopped'), upload('running'), upload('done')],
    [null, null, 'unfinished', null, null],
  ],
  ['that was cancelled', [upload('running'), pressed(), upload('none')], [null, null, 'unfinished']],
  ['that had stopped before', [upload('running'), upload('stopped'), pressed()], [null, null, 'unfinished']],
])('an upload %s is named instead, and nothing is saved later by itself', (_, events, due) =>
  expect(play(...events)).toEqual(due),
)

test('a save that waits is dropped with the field of the upload', () => {
  expect(play(upload('running'), pressed(), { type: 'removed' })).toEqual([null, null, null])
})

test('a save that waits can be taken back', () => {
  expect(play(upload('running'), pressed(), cancelled, upload('done'))).toEqual([null, null, null, null])
})
