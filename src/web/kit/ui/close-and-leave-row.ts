import { flushSync } from 'react-dom'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'

/**
 * For a dialog after which its button goes, with or without its row. Closed, it gives the focus back to that button, from where it moves
 * on. Called before the rows are loaded anew.
 */
export function closeAndLeaveRow(close: () => void): void {
  flushSync(close)
  leaveRow()
}
