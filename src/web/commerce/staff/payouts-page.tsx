import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import {
  failedInput,
  listAllPayoutsInput,
  payoutKinds,
  sentInput,
  type StaffPayout,
} from '#contract/commerce/payouts.ts'
import { payoutStates } from '#contract/commerce/payout-states.ts'
import { paths } from '#contract/kit/paths.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import type { Bulk } from '#web/kit/staff/lists/use-bulk.ts'
import { RowActions, actionsColumn, momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { DecisionDialog } from '#web/kit/staff/form/decision-dialog.tsx'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { Figure } from '#web/kit/ui/figure.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PayoutProofButton } from '#web/commerce/transactions/refund-transfers.tsx'
import { payoutKindLabels, PayoutStateCell, payoutStateLabels } from './payout-states.tsx'
import { SentDialog } from './sent-dialog.tsx'

export const createLoader = staffLoader(async (api, { request }) => {
  const { payouts } = api.authenticated
  const [list, accounts] = await Promise.all([
    payouts.listAllPayouts({ ...readListQuery(listAllPayoutsInput, request), limit: 25 }),
    payouts.listBankAccounts({ limit: 25 }),
  ])
  return { list, accounts: accounts.data }
})

type Decision = { payout: StaffPayout; kind: 'sent' | 'failed' }

const columnsWith = (decide: (decision: Decision) => void): readonly Column<StaffPayout>[] => [
  {
    key: 'payee',
    label: 'Penerima',
    isName: true,
    cell: (payout) => (
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{payout.payee.name}</span>
        {payout.transaction && (
          <span className="block text-sm wrap-anywhere">
            Pengembalian dana{' '}
            <Link to={paths.adminTransaction({ transactionId: payout.transaction._id })} className="underline">
              {payout.transaction.title}
            </Link>
          </span>
        )}
        <Account payout={payout} />
      </span>
    ),
  },
  { key: 'amount', label: 'Jumlah', numeric: true, cell: ({ amountIdr }) => <Figure text={formatRupiah(amountIdr)} /> },
  momentColumn('createdAt', 'Diajukan', ({ createdAt }) => createdAt),
  { key: 'state', label: 'Status', cell: (row) => <PayoutStateCell {...row} /> },
  actionsColumn((payout) => (
    <RowActions>
      {payout.state === 'batched' && payout.batchId && <BatchFile batchId={payout.batchId} />}
      {payout.hasProof && <PayoutProofButton payoutId={payout._id} amountIdr={payout.amountIdr} />}
      {isOpen(payout) && (
        <>
          <Button size="sm" onClick={() => decide({ payout, kind: 'sent' })}>
            Terkirim<span className="sr-only"> ke {payout.payee.name}</span>
          </Button>
          <Button size="sm" variant="outline" onClick={() => decide({ payout, kind: 'failed' })}>
            Gagal<span className="sr-only"> ke {payout.payee.name}</span>
          </Button>
        </>
      )}
    </RowActions>
  )),
]

const isOpen = ({ state }: StaffPayout): boolean => state === 'requested' || state === 'batched'

/** Where it goes to. The account of a deleted user is erased once nothing is sent to it any more. */
function Account({ payout }: { payout: StaffPayout }) {
  const { bank, number, holder } = payout
  if (number === '')
    return isOpen(payout) && <span className="block text-sm text-ink-3">Pembeli belum mengisi rekening</span>
  return (
    <span className="block text-sm wrap-anywhere text-ink-3">
      {bank} <span className="whitespace-nowrap">{number}</span> a.n. {holder}
    </span>
  )
}

function BatchFile({ batchId }: { batchId: string }) {
  const { authenticated } = useApi()
  return (
    <DownloadButton load={async () => (await authenticated.payouts.downloadPayoutBatch({ id: batchId })).body}>
      Berkas CSV
    </DownloadButton>
  )
}

/** Several that one bank transfer sent: with one reference, and without a picture, which shows a single one. */
function usePayoutBulk(): Bulk<StaffPayout> {
  const { payouts } = useApi().authenticated
  return {
    nameOf: ({ payee, amountIdr }) => `${payee.name}, ${formatRupiah(amountIdr)}`,
    canChoose: isOpen,
    actions: [
      {
        label: 'Tandai terkirim',
        ask: {
          title: (count) => `Tandai ${count} pencairan terkirim?`,
          text: describeSending,
          field: { label: 'Referensi bank', rule: sentInput.shape.reference, maxLength: 100 },
        },
        call: ({ _id }, reference) => payouts.markPayoutSent({ id: _id, reference }),
        done: (count) => `${count} pencairan ditandai terkirim.`,
      },
    ],
  }
}

function describeSending(rows: readonly StaffPayout[]): string {
  const sum = formatRupiah(rows.reduce((total, { amountIdr }) => total + amountIdr, 0))
  const unknown = rows.filter(({ number }) => number === '').length
  const warning = unknown > 0 ? ` ${unknown} rekening belum diisi: cocokkan dengan mutasi.` : ''
  return `${sum} seluruhnya, dengan satu referensi. Tiap penerima mendapat email.${warning}`
}

/** Requested payouts, the batch file for the bank, and accounts to verify. */
export function Page() {
  const { list, accounts } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<string>(describeFailure)
  const [decision, setDecision] = useState<Decision | null>(null)
  const bulk = usePayoutBulk()
  const batch = () =>
    run('batch', async () => {
      const { message } = await authenticated.payouts.createPayoutBatch()
      toast.success(message ?? 'Berkas dibuat.')
      await revalidate()
    })
  // The section of the accounts goes with the last one.
  const next = useFocusNext(accounts.length > 0)
  const verify = (id: string, seen: { number: string; updatedAt: string }, pressed: Element) =>
    run(id, async () => {
      await authenticated.payouts.verifyBankAccount({ id, ...seen })
      leaveRow(pressed)
      toast.success('Rekening diverifikasi.')
      await revalidate()
    })
  return (
    <StaffPage
      title="Pencairan"
      lead="Saldo yang diminta instruktur, dan pengembalian dana yang kamu kirim sendiri. Kumpulkan jadi satu berkas untuk bank, lalu tandai hasilnya."
      actions={
        <Button busy={busy === 'batch'} onClick={() => void batch()}>
          Buat berkas CSV
        </Button>
      }
    >
      {accounts.length > 0 && (
        <section aria-labelledby="verifikasi" className="mb-6 rounded-card border border-line bg-surface p-4">
          <h2 id="verifikasi" className="text-lg font-bold">
            Rekening menunggu verifikasi
          </h2>
          <ul className="mt-2 grid gap-2">
            {accounts.map(({ instructor, bank, number, holder, updatedAt }) => (
              <li key={instructor._id} className="flex flex-wrap items-center justify-between gap-3">
                <span className="wrap-anywhere">
                  <strong>{instructor.name}</strong>: {bank} {number} a.n. {holder}
                </span>
                <Button
                  size="sm"
                  variant="outline"
                  busy={busy === instructor._id}
                  onClick={(event) => void verify(instructor._id, { number, updatedAt }, event.currentTarget)}
                >
                  Verifikasi<span className="sr-only"> rekening {instructor.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}

      <div ref={next}>
        <StaffList
          caption="Daftar pencairan"
          columns={columnsWith(setDecision)}
          bulk={bulk}
          rows={list.data}
          meta={list.meta}
          countWord="pencairan"
          search="Cari pemilik rekening, referensi, atau pembelian"
          filters={[
            {
              name: 'kind',
              label: 'Jenis',
              all: 'Semua jenis',
              options: payoutKinds.map((value) => ({ value, label: payoutKindLabels[value] })),
            },
            {
              name: 'state',
              label: 'Status',
              all: 'Semua status',
              options: payoutStates.map((value) => ({ value, label: payoutStateLabels[value] })),
            },
          ]}
          empty={{
            title: 'Belum ada pencairan.',
            text: 'Pencairan yang diajukan instruktur dan pengembalian dana lewat transfer tampil di sini.',
          }}
        />
      </div>
      {decision?.kind === 'sent' && <SentDialog payout={decision.payout} onClose={() => setDecision(null)} />}
      {decision?.kind === 'failed' && <FailedDialog payout={decision.payout} onClose={() => setDecision(null)} />}
    </StaffPage>
  )
}

type DialogProps = { payout: StaffPayout; onClose: () => void }

function FailedDialog({ payout, onClose }: DialogProps) {
  const { payouts } = useApi().authenticated
  const amount = formatRupiah(payout.amountIdr)
  return (
    <DecisionDialog
      title="Tandai gagal"
      text={
        payout.kind === 'refund'
          ? `${amount} tetap menunggu dikirim. ${payout.payee.name} mendapat email untuk mengisi rekening lain.`
          : `${amount} kembali ke saldo ${payout.payee.name}.`
      }
      submitLabel={payout.kind === 'refund' ? 'Tandai gagal' : 'Kembalikan ke saldo'}
      danger
      field={{ name: 'reason', rule: failedInput.shape.reason, label: 'Alasan', maxLength: 200 }}
      call={(reason) => payouts.markPayoutFailed({ id: payout._id, reason })}
      onClose={onClose}
    />
  )
}
