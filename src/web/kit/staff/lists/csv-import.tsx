import { useReducer, useRef, useState, type ReactNode } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { acceptTables } from '#contract/kit/media/picked-files.ts'
import { withLogin } from '#web/identity/index.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { choiceReducer, isAboutColumns, noChoice, type Choice, type ChoiceState } from './column-choice.ts'
import { ColumnChoice } from './column-choice-form.tsx'
import { FaultyRowsButton } from './faulty-rows-button.tsx'
import type { CsvColumns } from '#contract/kit/csv-columns.ts'

export type CsvRow = {
  line: number
  email: string
  name?: string
  message: string
  /** How the line was read, where that is not obvious. */ read?: string | undefined
  /** Outcome of the line: it counts, it needs nothing, or it is rejected. */ state:
    | 'ready'
    | 'nothing-to-do'
    | 'mistake'
}
export type CheckedCsv = {
  file: File
  rows: readonly CsvRow[]
  added: number
  faulty: string | null
  /** About the file as a whole. */ note?: string | undefined
  isDone: boolean
}

type SendOptions<Role extends string> = {
  /** The server only checks the file. */ dryRun: boolean
  /** It leaves out lines with mistakes. */ skipMistakes: boolean
  columns?: Choice<Role>
}
type Sent<Role extends string> = Omit<CheckedCsv, 'file' | 'isDone'> & { table: CsvColumns<Role> }

type Props<Role extends string> = {
  send: (file: File, options: SendOptions<Role>) => Promise<Sent<Role>>
  /** Labels of the roles that a column may have. */
  labels: Readonly<Record<Role, string>>
  checked: CheckedCsv | null
  onChecked: (checked: CheckedCsv | null) => void
  onAdded: () => void
  failed: string
  /** The size of a file, such as '256 KB'. */
  maximum: string
  /** The verb in the messages, such as 'ditambahkan'. */
  done: string
  /** The counted noun, such as 'siswa'. */
  countWord: string
  confirmLabel: (count: number) => string
  /** Further actions on a file that was checked; `recheck` checks it again. */
  renderMore?: (checked: CheckedCsv, recheck: () => void) => ReactNode
}

/** Imports people from a CSV file that the server checks first: nothing happens before the outcome of each line was shown and confirmed. */
export function CsvImport<Role extends string>({
  send,
  labels,
  checked,
  onChecked,
  onAdded,
  failed,
  maximum,
  done,
  countWord,
  confirmLabel,
  renderMore,
}: Props<Role>) {
  const file = useRef<File | null>(null)
  const [choice, dispatch] = useReducer(choiceReducer<Role>, noChoice as ChoiceState<Role>)
  const [fileName, setFileName] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState<'checking' | 'importing' | null>(null)

  async function run(
    sentFile: File,
    { columns, ...options }: { dryRun: boolean; skipMistakes: boolean; columns: Choice<Role> | undefined },
  ) {
    setBusy(options.dryRun ? 'checking' : 'importing')
    setError(null)
    try {
      const { table, ...sent } = await withLogin(() => send(sentFile, { ...options, ...(columns && { columns }) }))
      dispatch({ type: 'read', table })
      onChecked({ file: sentFile, ...sent, isDone: !options.dryRun })
      if (!options.dryRun) {
        toast.success(`${sent.added} ${countWord} ${done}.`)
        onAdded()
      }
    } catch (failure) {
      onChecked(null)
      dispatch({ type: 'failed', error: failure })
      if (!isAboutColumns(failure)) setError(fieldErrors(failure)['file'] ?? serverMessage(failure) ?? failed)
    } finally {
      setBusy(null)
    }
  }
  const check = (sentFile: File, columns: Choice<Role> | undefined) =>
    void run(sentFile, { dryRun: true, skipMistakes: false, columns })

  const mistakes = checked?.rows.filter(({ state }) => state === 'mistake').length ?? 0
  return (
    <>
      <FileField
        label="Berkas CSV"
        hint={`Berkas .csv, .tsv, atau .txt, maksimal ${maximum}.`}
        accept={acceptTables}
        fileName={fileName}
        error={error}
        disabled={busy !== null}
        onChoose={(newFile) => {
          file.current = newFile
          setFileName(newFile.name)
          dispatch({ type: 'file' })
          onChecked(null)
          check(newFile, undefined)
        }}
      />
      <ColumnChoice
        choice={choice}
        labels={labels}
        busy={busy !== null}
        onChoose={(columns) => {
          dispatch({ type: 'chosen', columns })
          if (file.current) check(file.current, columns)
        }}
        onReopen={
          checked?.isDone
            ? undefined
            : () => {
                dispatch({ type: 'reopened' })
                onChecked(null)
              }
        }
      />
      {busy && (
        <p role="status" className="mt-3 text-sm text-ink-3">
          {busy === 'checking' ? 'Memeriksa…' : `Memproses ${checked?.added ?? ''} baris. Jangan tutup halaman ini…`}
        </p>
      )}
      {checked && !busy && (
        <>
          <p role="status" className="mt-4 mb-2 font-semibold">
            {checked.isDone
              ? `${checked.added} ${countWord} ${done}.`
              : `${checked.added} dari ${checked.rows.length} baris bisa ${done}.`}
          </p>
          {checked.note && (
            <p role="status" className="mb-3 text-sm text-mengkudu">
              {checked.note}
            </p>
          )}
          {checked.faulty && (
            <div className="mb-3 grid gap-2 text-sm">
              <p className="text-mengkudu">
                {checked.isDone
                  ? `${mistakes} baris dilewati. Unduh, betulkan, lalu unggah lagi.`
                  : `${mistakes} baris bermasalah. Betulkan berkasnya lalu pilih lagi, atau lewati baris itu.`}
              </p>
              <FaultyRowsButton text={checked.faulty} name="baris-bermasalah.csv" type="text/csv" />
            </div>
          )}
          <Outcomes rows={checked.rows} />
          {!checked.isDone && checked.added > 0 && (
            <Button
              type="button"
              className="mt-4"
              onClick={() =>
                void run(checked.file, { dryRun: false, skipMistakes: mistakes > 0, columns: choice.columns })
              }
            >
              {confirmLabel(checked.added)}
              {mistakes > 0 && `, lewati ${mistakes} baris`}
            </Button>
          )}
          {renderMore?.(checked, () => check(checked.file, choice.columns))}
        </>
      )}
    </>
  )
}

const order = ['mistake', 'nothing-to-do', 'ready'] as const

/** The outcome of each line; mistakes come first. */
function Outcomes({ rows }: { rows: readonly CsvRow[] }) {
  const ordered = rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.line - b.line)
  return (
    <div
      className="max-h-64 overflow-y-auto rounded-card border border-line"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard.
      tabIndex={0}
      role="region"
      aria-label="Hasil pemeriksaan"
    >
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line text-ink-3">
            <th scope="col" className="px-3 py-2 font-semibold">
              Baris
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              Email
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              Hasil
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.map(({ line, email, name, state, message, read }) => (
            <tr key={line} className="border-b border-line last:border-0">
              <td className="px-3 py-2 tabular-nums">{line}</td>
              <td className="px-3 py-2 wrap-anywhere">
                {email}
                {name && <span className="block text-ink-3">{name}</span>}
              </td>
              <td className="px-3 py-2">
                {state === 'ready' ? <Badge tone="success">{message}</Badge> : message}
                {read && <span className="mt-1 block text-ink-3">{read}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
