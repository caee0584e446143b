import { useState, type ReactNode } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { withLogin } from '#web/identity/index.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { FaultyRowsButton } from './faulty-rows-button.tsx'

export type CsvRow = {
  line: number
  email: string
  name?: string
  message: string
  /** How the line was read, where that is not obvious. */ read?: string | undefined
  /** What happens to the line: it counts, it needs nothing, or it is rejected. */ state:
    | 'ready'
    | 'nothing-to-do'
    | 'mistake'
}
export type CheckedCsv = { file: File; rows: readonly CsvRow[]; added: number; faulty: string | null; isDone: boolean }

type Props = {
  /** Sends the file; with `dryRun` the server only checks it, with `skipMistakes` it leaves out lines with mistakes. */
  send: (
    file: File,
    options: { dryRun: boolean; skipMistakes: boolean },
  ) => Promise<Omit<CheckedCsv, 'file' | 'isDone'>>
  checked: CheckedCsv | null
  onChecked: (checked: CheckedCsv | null) => void
  onAdded: () => void
  failed: string
  /** The size of a file, such as '256 KB'. */
  maximum: string
  /** What has been done to so many people, such as 'ditambahkan'. */
  done: string
  /** What the lines count, such as 'siswa'. */
  countWord: string
  confirmLabel: (count: number) => string
  /** What else can be done with a file that was checked; `recheck` checks it again. */
  renderMore?: (checked: CheckedCsv, recheck: () => void) => ReactNode
}

/** Imports people from a CSV file that the server checks first: nothing happens before the outcome of each line was shown and confirmed. */
export function CsvImport({
  send,
  checked,
  onChecked,
  onAdded,
  failed,
  maximum,
  done,
  countWord,
  confirmLabel,
  renderMore,
}: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState<'checking' | 'importing' | null>(null)

  async function run(file: File, dryRun: boolean, skipMistakes = false) {
    setBusy(dryRun ? 'checking' : 'importing')
    setError(null)
    try {
      const sent = await withLogin(() => send(file, { dryRun, skipMistakes }))
      onChecked({ file, ...sent, isDone: !dryRun })
      if (!dryRun) {
        toast.success(`${sent.added} ${countWord} ${done}.`)
        onAdded()
      }
    } catch (failure) {
      onChecked(null)
      setError(fieldErrors(failure)['file'] ?? serverMessage(failure) ?? failed)
    } finally {
      setBusy(null)
    }
  }

  const mistakes = checked?.rows.filter(({ state }) => state === 'mistake').length ?? 0
  return (
    <>
      <FileField
        label="Berkas CSV"
        hint={`Berkas .csv, maksimal ${maximum}.`}
        accept=".csv,text/csv"
        fileName={chosen}
        error={error}
        disabled={busy !== null}
        onChoose={(file) => {
          setChosen(file.name)
          onChecked(null)
          void run(file, true)
        }}
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
            <Button type="button" className="mt-4" onClick={() => void run(checked.file, false, mistakes > 0)}>
              {confirmLabel(checked.added)}
              {mistakes > 0 && `, lewati ${mistakes} baris`}
            </Button>
          )}
          {renderMore?.(checked, () => void run(checked.file, true))}
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
