import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { SortableRows } from '#web/kit/ui/lists/sortable-rows.tsx'

type Props<Item extends { _id: string }> = {
  items: readonly Item[]
  /** The kind of item in lower case, for example "pertanyaan". */
  noun: string
  /** Shown instead of the rows when there are none. */
  emptyText: string
  /** Names the item to the user, in labels and messages. */
  nameOf: (item: Item) => string
  /** The second line of a row. */
  summaryOf: (item: Item) => string
  hasError: (index: number) => boolean
  /** Counts the attempts to save: after each rejected one, the first item with an error is opened. */
  attempts?: number
  /** True when fields above the list have errors, which come first. */
  errorsBefore?: boolean
  onChange: (items: Item[]) => void
  /** A copy with an id of its own. Without it rows cannot be duplicated. */
  duplicate?: (item: Item) => Item
  /** The open item's editor, below its row. */
  renderEditor: (item: Item, index: number, change: (item: Item) => void) => ReactNode
  /** The buttons that add an item; `add` appends it and opens it. */
  renderAdd: (add: (item: Item) => void) => ReactNode
}

/** Rows that can be sorted, duplicated, deleted and restored; one of them is open for editing. */
export function EditableList<Item extends { _id: string }>(props: Props<Item>) {
  const { items, noun, nameOf, hasError, attempts = 0, errorsBefore = false, onChange } = props
  const [openId, setOpenId] = useState<string | null>(null)
  /** The row that took the focus last, counted. */
  const [revealed, setRevealed] = useState<{ id: string; count: number } | null>(null)
  const [deleted, setDeleted] = useState<{ item: Item; index: number; name: string } | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const indexOf = ({ _id }: Item) => items.findIndex((item) => item._id === _id)
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`

  function insert(item: Item, index: number) {
    onChange(items.toSpliced(index, 0, item))
    reveal(item)
  }
  function reveal({ _id: id }: Item) {
    setOpenId(id)
    setRevealed((last) => ({ id, count: (last?.count ?? 0) + 1 }))
  }
  useEffect(() => {
    const invalid = attempts > 0 && !errorsBefore ? items.find((_, index) => hasError(index)) : undefined
    // In an open item, the form focuses the field itself.
    if (invalid && invalid._id !== openId) reveal(invalid)
    // Only after an attempt: an error that appears while typing must not move the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempts])
  function remove(item: Item) {
    const index = indexOf(item)
    setDeleted({ item, index, name: nameOf(item) })
    onChange(items.toSpliced(index, 1))
    // The focused button disappears with its row.
    requestAnimationFrame(() => undo.current?.focus())
  }
  return (
    <section aria-labelledby={noun} className="grid gap-3">
      <h2 id={noun} className="text-lg font-bold">
        {title} ({items.length})
      </h2>
      {items.length === 0 && (
        <p className="rounded-card border border-dashed border-border px-4 py-6 text-center text-ink-2">
          {props.emptyText}
        </p>
      )}
      <SortableRows
        items={items}
        idOf={({ _id }) => _id}
        nameOf={nameOf}
        onOrder={onChange}
        label={`Daftar ${noun}`}
        renderBelow={(item) =>
          item._id === openId &&
          props.renderEditor(item, indexOf(item), (changed) =>
            onChange(items.map((other) => (other._id === item._id ? changed : other))),
          )
        }
      >
        {(item) => (
          <>
            <span className="min-w-0 flex-1 basis-40 py-1.5">
              <span className="block font-semibold wrap-anywhere">{nameOf(item)}</span>
              <span className="block text-sm text-ink-3">
                {props.summaryOf(item)}
                {hasError(indexOf(item)) && <strong className="text-mengkudu"> · ada yang perlu diperbaiki</strong>}
              </span>
            </span>
            <RowActions
              name={nameOf(item)}
              open={item._id === openId}
              revealed={item._id === revealed?.id ? revealed.count : null}
              onToggle={() => setOpenId(item._id === openId ? null : item._id)}
              onDuplicate={props.duplicate && (() => insert(props.duplicate!(item), indexOf(item) + 1))}
              onRemove={() => remove(item)}
            />
          </>
        )}
      </SortableRows>
      <div role="status">
        {deleted && (
          <p className="flex flex-wrap items-center gap-3 rounded-card bg-sunken px-4 py-2">
            {title} dihapus: {deleted.name}
            <button
              ref={undo}
              type="button"
              className="min-h-11 font-bold text-nila underline"
              onClick={() => {
                insert(deleted.item, deleted.index)
                setDeleted(null)
              }}
            >
              Kembalikan {noun}
            </button>
          </p>
        )}
      </div>
      {props.renderAdd((item) => insert(item, items.length))}
    </section>
  )
}

type ActionsProps = {
  name: string
  open: boolean
  /** When it changes, the row takes the focus. */ revealed: number | null
  onToggle: () => void
  onDuplicate: (() => void) | undefined
  onRemove: () => void
}

function RowActions({ name, open, revealed, onToggle, onDuplicate, onRemove }: ActionsProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  // The editor follows the button, so that the keyboard need not go back from where the item was added.
  useEffect(() => {
    if (revealed !== null) toggle.current?.focus()
  }, [revealed])
  return (
    <span className="flex flex-wrap gap-1">
      <Button ref={toggle} type="button" variant="outline" size="sm" aria-expanded={open} onClick={onToggle}>
        <Pencil aria-hidden className="size-4" />
        {open ? 'Tutup' : 'Ubah'}
        <span className="sr-only"> {name}</span>
      </Button>
      {onDuplicate && (
        <Button type="button" variant="ghost" size="sm" onClick={onDuplicate}>
          <Copy aria-hidden className="size-4" />
          <span className="sr-only">Gandakan {name}</span>
        </Button>
      )}
      <Button type="button" variant="ghost" size="sm" className="text-mengkudu!" onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" />
        <span className="sr-only">Hapus {name}</span>
      </Button>
    </span>
  )
}
