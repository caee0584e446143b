import { useRef, useState } from 'react'
import { follow, notWaiting, type Waiting, type WaitingEvent } from './save-after-upload.ts'

type Options<Save> = {
  onSave: (save: Save) => void
  /** A save was wanted, but the upload has stopped. */
  onUnfinished: () => void
}

/** Lets a save wait for the video that is being uploaded. */
export function useSaveAfterUpload<Save>({ onSave, onUnfinished }: Options<Save>) {
  // Several events may come before the next render.
  const current = useRef<Waiting<Save>>(notWaiting)
  const [waiting, setWaiting] = useState<Waiting<Save>>(notWaiting)
  function send(event: WaitingEvent<Save>) {
    const { after, due } = follow(current.current, event)
    current.current = after
    setWaiting(after)
    if (due?.type === 'save') onSave(due.save)
    if (due?.type === 'unfinished') onUnfinished()
  }
  return { isWaiting: waiting.save !== null, isUploading: waiting.upload === 'running', send }
}
