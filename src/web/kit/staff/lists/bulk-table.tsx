import { useEffect, useId, useRef } from 'react'
import { formatCount } from '#contract/kit/money.ts'
import { StaffTable, type StaffTableProps } from './staff-table.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkProgress } from './run-bulk.ts'
import { choiceColumn, ChooseAll, SelectionBar } from './selection-parts.tsx'
import { useBulk, type Bulk, type BulkResult } from './use-bulk.ts'

type Props<Row> = Omit<StaffTableProps<Row>, 'keyOf'> & { bulk: Bulk<Row> }

/** The table of a list whose rows can be chosen, and what can be done with them. */
export function BulkTable<Row extends { _id: string }>({ bulk, columns, ...table }: Props<Row>) {
  const { nameOf, canChoose, actions } = bulk
  const state = useBulk(bulk, table.rows)
  const { selection, chosen, progress, result, question } = state
  const isRunning = progress !== null
  const chooser = useRef<HTMLDivElement>(null)
  const hasRun = useRef(false)
  useEffect(() => {
    // The stop button has gone with the run. After a failure the result has the focus.
    if (hasRun.current && !isRunning && document.activeElement === document.body) focusBox(chooser.current)
    hasRun.current = isRunning
  }, [isRunning])
  function clear() {
    selection.clear()
    // The bar goes with the last chosen row.
    focusBox(chooser.current)
  }
  return (
    <div className="has-save-bar">
      {result && <Result result={result} nameOf={nameOf} onClose={state.closeResult} />}
      <div ref={chooser}>
        <ChooseAll selection={selection} rows={state.choosable} isLocked={isRunning} />
      </div>
      <StaffTable
        {...table}
        keyOf={({ _id }) => _id}
        columns={[choiceColumn({ selection, nameOf, canChoose, isLocked: isRunning }), ...columns]}
      />
      <SelectionBar status={describe(chosen.length, progress)} onClear={isRunning ? undefined : clear}>
        {progress === null ? (
          actions.map((action) => (
            <Button
              key={action.label}
              size="sm"
              variant="outline"
              className={action.danger ? 'text-mengkudu!' : undefined}
              onClick={() => void state.press(action)}
            >
              {action.label}
            </Button>
          ))
        ) : (
          <Running progress={progress} isStopping={state.isStopping} onStop={state.stop} />
        )}
      </SelectionBar>
      {question && <BulkDialog {...question} />}
    </div>
  )
}

const focusBox = (part: HTMLElement | null) => part?.querySelector('input')?.focus({ preventScroll: true })

function describe(count: number, progress: BulkProgress | null): string | null {
  if (progress) return progress.isWaiting ? 'Menunggu giliran…' : 'Sedang diproses…'
  return count > 0 ? `${formatCount(count)} dipilih` : null
}

type RunningProps = { progress: BulkProgress; isStopping: boolean; onStop: () => void }

/** Not announced row by row: the bar says when it begins, and the result what came of it. */
function Running({ progress: { finished, total }, isStopping, onStop }: RunningProps) {
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed has given way to this one.
    if (document.activeElement === document.body) stop.current?.focus()
  }, [])
  return (
    <>
      <span className="tabular-nums">
        {finished} dari {total}
      </span>
      <div className="min-w-16 flex-1 sm:max-w-60">
        <ProgressBar percent={(finished / total) * 100} label="Progres" />
      </div>
      <Button ref={stop} size="sm" variant="outline" busy={isStopping} onClick={onStop}>
        Hentikan
      </Button>
    </>
  )
}

type ResultProps<Row> = { result: BulkResult<Row>; nameOf: (row: Row) => string; onClose: () => void }

/** The rest of a run: the rows that failed, each with the reason. */
function Result<Row extends { _id: string }>({ result: { done, failures, left }, nameOf, onClose }: ResultProps<Row>) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={id} className="mb-4 rounded-card border border-line bg-surface p-4">
      <h2 ref={heading} id={id} tabIndex={-1} className="font-bold">
        {failures.length > 0 ? `${formatCount(failures.length)} belum berhasil` : 'Dihentikan'}
      </h2>
      {done !== null && <p className="mt-1">{done}</p>}
      {left.length > 0 && <p className="mt-1">{formatCount(left.length)} belum diproses.</p>}
      {failures.length > 0 && (
        <ul className="mt-2 grid list-disc gap-1 pl-5">
          {failures.map(({ row, sentence }) => (
            <li key={row._id} className="wrap-anywhere">
              <strong>{nameOf(row)}</strong>: {sentence}
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" variant="outline" className="mt-3" onClick={onClose}>
        Tutup
      </Button>
    </section>
  )
}
