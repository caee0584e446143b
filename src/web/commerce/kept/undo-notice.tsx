import { Button } from '#web/kit/ui/button.tsx'

/** The last action: `text` says it, and `what` names it after "Urungkan". Undoing resolves to whether it worked. */
export type Undoable = { text: string; what: string; undo: () => Promise<boolean> }

type Props = { /** Null: nothing yet, or it was undone. */ last: Undoable | null; onUndo: (last: Undoable) => void }

/** Says what was done last, with the way back. It stays, other than a toast. */
export const UndoNotice = ({ last, onUndo }: Props) => (
  <div role="status">
    {last && (
      <p className="mt-4 flex flex-wrap items-center gap-x-3 rounded-field bg-sunken px-4 py-1 text-sm wrap-anywhere">
        <span>{last.text}</span>
        <Button variant="ghost" size="sm" onClick={() => onUndo(last)}>
          Urungkan<span className="sr-only"> {last.what}</span>
        </Button>
      </p>
    )}
  </div>
)
