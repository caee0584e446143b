import { useId, useReducer, useRef, useState } from 'react'
import type { BankStatement, BankStatementLine, BankStatementRole } from '#contract/commerce/transfers.ts'
import { fieldErrors } from '#contract/client.ts'
import { formatDate } from '#contract/kit/days.ts'
import { showNumber } from '#contract/kit/format/numbers.ts'
import { acceptTables } from '#contract/kit/media/picked-files.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { useAction, useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import {
  choiceReducer,
  isAboutColumns,
  noChoice,
  type Choice,
  type ChoiceState,
} from '#web/kit/staff/lists/column-choice.ts'
import { ColumnChoice } from '#web/kit/staff/lists/column-choice-form.tsx'
import { FaultyRowsButton } from '#web/kit/staff/lists/faulty-rows-button.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'

type Props = {
  /** Approves an order with a payment of the statement. */ onApprove: (
    id: string,
    statementLine: string,
  ) => Promise<boolean>
}

const labels = {
  date: 'Tanggal',
  description: 'Keterangan',
  credit: 'Uang masuk',
  amount: 'Jumlah, masuk dan keluar',
  mark: 'Tanda masuk (CR) atau keluar (DB)',
} satisfies Record<BankStatementRole, string>

/** A bank statement and the orders that its payments may be for. Nothing is approved before a press. */
export function BankStatementPanel({ onApprove }: Props) {
  const { authenticated } = useApi()
  const id = useId()
  const { busy, run } = useAction<string>(describeFailure)
  const [statement, setStatement] = useState<BankStatement | null>(null)
  const file = useRef<File | null>(null)
  const [choice, dispatch] = useReducer(choiceReducer<BankStatementRole>, noChoice as ChoiceState<BankStatementRole>)
  const [fileName, setFileName] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [approved, setApproved] = useState<ReadonlySet<string>>(new Set())

  const read = (sent: File, columns?: Choice<BankStatementRole>) =>
    run('read', async () => {
      file.current = sent
      setProblem(null)
      setStatement(null)
      try {
        const { readStatement } = authenticated.adminTransfers
        const { data } = await withLogin(() => readStatement({ statement: sent, ...(columns && { columns }) }))
        dispatch({ type: 'read', table: data.table })
        setStatement(data)
      } catch (error) {
        dispatch({ type: 'failed', error })
        const message = fieldErrors(error)['statement']
        if (!message && !isAboutColumns(error)) throw error
        if (!isAboutColumns(error)) setProblem(message ?? null)
      }
    })
  const approve = (key: string, transferId: string) =>
    run(key, async () => {
      if (await onApprove(transferId, key)) setApproved((before) => new Set(before).add(key))
    })

  return (
    <section aria-labelledby={`${id}-title`} className="mb-6 grid gap-3 rounded-card border border-line bg-surface p-4">
      <h2 id={`${id}-title`} className="text-lg font-bold">
        Cocokkan mutasi bank
      </h2>
      <FileField
        label="Berkas mutasi (CSV)"
        hint="Unduhan dari BCA, Mandiri, BRI, atau bank lain, maksimal 1 MB. Berkas tidak disimpan, dan tidak ada yang disetujui sebelum kamu menekan Setujui."
        accept={acceptTables}
        fileName={fileName}
        error={problem}
        disabled={busy === 'read'}
        onChoose={(chosen) => {
          setFileName(chosen.name)
          dispatch({ type: 'file' })
          void read(chosen)
        }}
      />
      <ColumnChoice
        choice={choice}
        labels={labels}
        busy={busy === 'read'}
        onChoose={(columns) => {
          dispatch({ type: 'chosen', columns })
          if (file.current) void read(file.current, columns)
        }}
        // A sure reading names the payments, and stays: another one would make used payments new ones.
        onReopen={choice.table?.isChosen ? () => dispatch({ type: 'reopened' }) : undefined}
      />
      <div role="status">{statement && <p className="text-sm text-ink-2">{summarize(statement)}</p>}</div>
      {statement?.faulty && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          {statement.unread} baris tidak terbaca, padahal mungkin uang masuk.
          <FaultyRowsButton text={statement.faulty} name="mutasi-bermasalah.csv" type="text/csv" />
        </div>
      )}
      {statement && statement.lines.length > 0 && (
        <ul aria-label="Pembayaran di mutasi" className="grid gap-2">
          {statement.lines.map((line) => (
            <Line
              key={line.key}
              line={line}
              isApproved={approved.has(line.key)}
              isBusy={busy === line.key}
              onApprove={(transferId) => void approve(line.key, transferId)}
            />
          ))}
        </ul>
      )}
      {statement && statement.others.length > 0 && <Others statement={statement} />}
    </section>
  )
}

const summarize = ({ lines, unmatched }: BankStatement): string => {
  const suggested = lines.filter(({ status }) => status === 'suggested').length
  return `${suggested} pembayaran cocok dengan pesanan${unmatched > 0 ? `; ${unmatched} pembayaran lain bukan untuk pesanan mana pun.` : '.'}`
}

/** Payments without an order: another payment of an order, or money that has to go back. */
function Others({ statement: { others, unmatched } }: { statement: BankStatement }) {
  return (
    <details>
      <summary className="cursor-pointer font-semibold">Pembayaran yang tidak cocok ({unmatched})</summary>
      <ul aria-label="Pembayaran yang tidak cocok" className="mt-2 grid gap-1 text-sm">
        {others.map(({ line, day, description, amount }) => (
          <li key={line} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere text-ink-2">
              Baris {line}, {formatDate(day)}: {description}
            </span>
            <strong className="whitespace-nowrap tabular-nums">Rp {showNumber(amount)}</strong>
          </li>
        ))}
      </ul>
      {unmatched > others.length && (
        <p className="mt-1 text-sm text-ink-3">Yang ditampilkan {others.length} pertama.</p>
      )}
    </details>
  )
}

type LineProps = {
  line: BankStatementLine
  isApproved: boolean
  isBusy: boolean
  onApprove: (transferId: string) => void
}

function Line({ line: { day, description, amount, status, suggestions }, isApproved, isBusy, onApprove }: LineProps) {
  return (
    <li className="grid gap-2 rounded-field bg-sunken p-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="whitespace-nowrap tabular-nums">{formatRupiah(amount)}</strong>
        <span className="text-sm text-ink-3">{formatDate(day)}</span>
      </p>
      <p className="text-sm wrap-anywhere text-ink-2">{description}</p>
      {status !== 'suggested' && (
        <p>
          <Badge tone="neutral">{status === 'used' ? 'Sudah dipakai' : 'Sama dengan baris di atas'}</Badge>
        </p>
      )}
      {isApproved ? (
        <p>
          <Badge tone="success">Disetujui</Badge>
        </p>
      ) : (
        suggestions.map((transfer) => (
          <p key={transfer._id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              {transfer.buyer.name} · {transfer.item}
              {transfer.amount !== amount && (
                <span className="block text-sm text-mengkudu">
                  Nomor pesanannya cocok, jumlahnya lain: pesanan ini {formatRupiah(transfer.amount)}
                </span>
              )}
            </span>
            <Button size="sm" busy={isBusy} onClick={() => onApprove(transfer._id)}>
              Setujui<span className="sr-only"> transfer {transfer.buyer.name}</span>
            </Button>
          </p>
        ))
      )}
    </li>
  )
}
