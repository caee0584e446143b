/** `running`: also while it is prepared, and until its picture is there. `stopped`: it waits for the user. `none`: also cancelled. */
export type UploadProgress = 'none' | 'running' | 'stopped' | 'done'

/** A save that was asked for while a video was being uploaded. */
export type Waiting<Save> = { upload: UploadProgress; save: Save | null }

export type WaitingEvent<Save> =
  | { type: 'pressed'; save: Save }
  | { type: 'cancelled' }
  | { type: 'removed' }
  | { type: 'upload'; upload: UploadProgress }

export const notWaiting: Waiting<never> = { upload: 'none', save: null }

/** The next action: save, or say that the upload stopped before the save. */
export type Due<Save> = { type: 'save'; save: Save } | { type: 'unfinished' } | null

/** Saves wait for an upload that is running. The last one that was pressed counts. */
export function follow<Save>(
  before: Waiting<Save>,
  event: WaitingEvent<Save>,
): { after: Waiting<Save>; due: Due<Save> } {
  if (event.type === 'cancelled') return { after: { ...before, save: null }, due: null }
  if (event.type === 'removed') return { after: notWaiting, due: null }
  if (event.type === 'pressed') {
    if (before.upload === 'running') return { after: { ...before, save: event.save }, due: null }
    return {
      after: { ...before, save: null },
      due: before.upload === 'stopped' ? { type: 'unfinished' } : { type: 'save', save: event.save },
    }
  }
  const { upload } = event
  if (before.save === null || upload === 'running') return { after: { ...before, upload }, due: null }
  return {
    after: { upload, save: null },
    due: upload === 'done' ? { type: 'save', save: before.save } : { type: 'unfinished' },
  }
}
