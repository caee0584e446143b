import type { SaveFailure } from './rejection.ts'

export type SaveState = {
  isRunning: boolean
  /** Nothing that was typed is unsaved, though the form may call itself dirty until its next render. */
  isSaved: boolean
  failure: SaveFailure | null
}

export type SaveEvent =
  | { type: 'pressed' }
  | { type: 'saved'; hasTypedMeanwhile: boolean }
  | { type: 'rejected'; failure: SaveFailure }
  | { type: 'ended' }
  | { type: 'discarded' }
  /** The form holds what was saved, so that the next input is unsaved. */
  | { type: 'clean' }
  | { type: 'stale-closed' }

export const notSaving: SaveState = { isRunning: false, isSaved: false, failure: null }

/** One save at a time. A failure stays until the next one; the dialog about a newer version can be closed before. */
export function followSave(before: SaveState, event: SaveEvent): { after: SaveState; isDue: boolean } {
  if (event.type === 'pressed')
    return before.isRunning
      ? { after: before, isDue: false }
      : { after: { ...before, isRunning: true, failure: null }, isDue: true }
  return { after: after(before, event), isDue: false }
}

function after(before: SaveState, event: Exclude<SaveEvent, { type: 'pressed' }>): SaveState {
  switch (event.type) {
    case 'saved':
      return { ...before, isSaved: !event.hasTypedMeanwhile }
    case 'rejected':
      return { ...before, failure: event.failure }
    case 'ended':
      return { ...before, isRunning: false }
    case 'discarded':
      return { ...before, isSaved: true }
    case 'clean':
      return before.isSaved ? { ...before, isSaved: false } : before
    case 'stale-closed':
      return before.failure ? { ...before, failure: { ...before.failure, isStale: false } } : before
  }
}
