import type { ReactNode } from 'react'
import { useSaveBar } from '#web/kit/staff/form/use-save-bar.ts'
import type { Column } from './staff-table.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import type { RowSelection } from './use-selection.ts'

type Choosing<Row extends { _id: string }> = {
  selection: Pick<RowSelection<Row>, 'isChosen' | 'choose'>
  /** Names a row to people. */
  nameOf: (row: Row) => string
  canChoose?: ((row: Row) => boolean) | undefined
  /** Nothing is chosen while the chosen rows are at work. */
  isLocked?: boolean
}

/** The first column of a list whose rows can be chosen, beside the name in the head of a phone's card. */
export const choiceColumn = <Row extends { _id: string }>({
  selection,
  nameOf,
  canChoose,
  isLocked = false,
}: Choosing<Row>): Column<Row> => ({
  key: 'chosen',
  label: 'Pilih',
  bare: true,
  isChoice: true,
  cell: (row) =>
    (!canChoose || canChoose(row)) && (
      // As large as a finger, and no higher than the text beside it.
      <label className="grid size-11 place-items-center max-md:-mt-2.5 max-md:-mb-2 max-md:-ml-3 md:-m-2">
        <span className="sr-only">Pilih {nameOf(row)}</span>
        <input
          type="checkbox"
          className="size-5 accent-nila"
          checked={selection.isChosen(row)}
          disabled={isLocked}
          onChange={(event) => selection.choose([row], event.target.checked)}
        />
      </label>
    ),
})

type ChooseAllProps<Row extends { _id: string }> = Pick<Choosing<Row>, 'selection' | 'isLocked'> & {
  /** Those of the page that can be chosen. */ rows: readonly Row[]
}

/** Chooses all rows of the page, or none of them. */
export function ChooseAll<Row extends { _id: string }>({ selection, rows, isLocked = false }: ChooseAllProps<Row>) {
  const count = rows.filter(selection.isChosen).length
  const isAll = count > 0 && count === rows.length
  return (
    <label className="mb-2 inline-flex min-h-11 w-fit items-center gap-3 text-sm print:hidden">
      <input
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll
        }}
        type="checkbox"
        className="size-5 accent-nila"
        checked={isAll}
        disabled={isLocked || rows.length === 0}
        onChange={(event) => selection.choose(rows, event.target.checked)}
      />
      Pilih semua di halaman ini
    </label>
  )
}

type BarProps = {
  /** How many are chosen, or what happens to them; announced. Null while nothing is chosen. */
  status: string | null
  /** The bulk actions. */
  children: ReactNode
  /** Left out while they are at work. */
  onClear?: (() => void) | undefined
}

/**
 * Bar of bulk actions. Last in an element `has-save-bar` around the list: it stays in view while that is on the screen, and
 * stands below the last row at its end.
 */
export function SelectionBar({ status, children, onClear }: BarProps) {
  const bar = useSaveBar()
  return (
    <div
      ref={bar}
      className={classNames(
        'sticky bottom-0 z-10 print:hidden',
        status !== null &&
          '-mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-bg px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:mx-0 md:px-0',
      )}
    >
      {/* Always there, so that its first text is announced too. */}
      <p role="status" className="font-semibold">
        {status}
      </p>
      {status !== null && (
        <div
          role="group"
          aria-label="Tindakan untuk yang dipilih"
          className="flex min-w-0 flex-1 flex-wrap items-center gap-2"
        >
          {children}
          {onClear && (
            <Button size="sm" variant="ghost" onClick={onClear}>
              Batalkan pilihan
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
