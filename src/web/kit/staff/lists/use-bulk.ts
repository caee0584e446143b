import { useEffect, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { withLogin } from '#web/identity/index.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import type { BulkField } from './bulk-dialog.tsx'
import { runBulk, type BulkOutcome, type BulkProgress } from './run-bulk.ts'
import { useSelection } from './use-selection.ts'

export type BulkAction<Row> = {
  label: string
  /** Takes something away. */
  danger?: boolean
  /** Asked before; the title names the number of rows. What is typed into the field goes to each of them. */
  ask?: { title: (count: number) => string; text: (rows: readonly Row[]) => string; field?: BulkField }
  /** Why a row is left out, without a call; null for all others. */
  unfit?: (row: Row) => string | null
  /** The call of a single row. */
  call: (row: Row, typed: string) => Promise<unknown>
  /** Says how many rows are done. */
  done: (count: number) => string
}
export type Bulk<Row> = {
  /** Names a row to people. */
  nameOf: (row: Row) => string
  /** False for a row that has no checkbox, such as the own account. */
  canChoose?: (row: Row) => boolean
  actions: readonly BulkAction<Row>[]
}
/** A run after which something is left to do. */
export type BulkResult<Row> = Omit<BulkOutcome<Row>, 'done'> & { /** Null when nothing was. */ done: string | null }

/** The chosen rows of a page, and what is done with them: one call after the other, for as long as this list is shown. */
export function useBulk<Row extends { _id: string }>({ canChoose }: Bulk<Row>, rows: readonly Row[]) {
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  const selection = useSelection<Row>({ list: search })
  /** The action whose field is open. */
  const [asked, setAsked] = useState<BulkAction<Row> | null>(null)
  const [progress, setProgress] = useState<BulkProgress | null>(null)
  const [isStopping, setStopping] = useState(false)
  const [result, setResult] = useState<BulkResult<Row> | null>(null)
  const running = useRef<AbortController>(null)
  const isShown = useRef(true)
  // Nobody watches what goes on behind another list.
  useEffect(() => () => running.current?.abort(), [search])
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  const choosable = canChoose ? rows.filter(canChoose) : rows
  const chosen = choosable.filter(selection.isChosen)

  /** The rows that are called. */
  const fitFor = ({ unfit }: BulkAction<Row>): readonly Row[] => chosen.filter((row) => !unfit?.(row))

  async function start(action: BulkAction<Row>, typed = ''): Promise<void> {
    if (running.current) return
    const { signal } = (running.current = new AbortController())
    const unfit = chosen.flatMap((row) => {
      const sentence = action.unfit?.(row)
      return sentence ? [{ row, sentence }] : []
    })
    setResult(null)
    const outcome = await runBulk({
      rows: fitFor(action),
      call: (row) => withLogin(() => action.call(row, typed)),
      signal,
      onProgress: setProgress,
    })
    running.current = null
    const done = outcome.done.length > 0 ? action.done(outcome.done.length) : null
    const failures = [...outcome.failures, ...unfit]
    const isWhole = failures.length === 0 && outcome.left.length === 0
    setProgress(null)
    setStopping(false)
    selection.choose(outcome.done, false)
    if (!isWhole) setResult({ ...outcome, done, failures })
    if (isWhole && done !== null) toast.success(done)
    // Who has left the page sees no result.
    else if (!isShown.current) toast.info(`${done ?? 'Belum ada yang berhasil.'} Sisanya belum selesai.`)
    if (isShown.current) await revalidate()
  }

  async function press(action: BulkAction<Row>): Promise<void> {
    const { ask, label, danger } = action
    const fit = fitFor(action)
    if (ask && fit.length > 0) {
      if (ask.field) return setAsked(action)
      const question = { title: ask.title(fit.length), text: ask.text(fit), confirmLabel: label, danger }
      if (!(await askConfirm(question))) return
    }
    await start(action)
  }

  return {
    selection,
    choosable,
    chosen,
    press,
    /** The question whose answer is typed. */
    question:
      asked?.ask?.field === undefined
        ? null
        : {
            title: asked.ask.title(fitFor(asked).length),
            text: asked.ask.text(fitFor(asked)),
            field: asked.ask.field,
            submitLabel: asked.label,
            danger: asked.danger ?? false,
            onAnswer: (typed: string) => void start(asked, typed),
            onClose: () => setAsked(null),
          },
    progress,
    isStopping,
    stop() {
      setStopping(true)
      running.current?.abort()
    },
    result,
    closeResult: () => setResult(null),
  }
}
