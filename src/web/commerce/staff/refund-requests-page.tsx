import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import {
  listRefundRequestsInput,
  refundRequestStates,
  type RefundRequestState,
  type StaffRefundRequest,
} from '#contract/commerce/refund-requests.ts'
import { useApi } from '#web/identity/index.ts'
import { PersonCell, RowActions, StateCell, actionsColumn, momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { DecisionDialog } from '#web/kit/staff/form/decision-dialog.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Figure } from '#web/kit/ui/figure.tsx'
import { type BadgeTone } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { sentenceForBuyer } from './transfers/sentence-for-buyer.ts'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.adminRefundRequests.listRefundRequests(readListQuery(listRefundRequestsInput, request)),
)

const states: Record<RefundRequestState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Menunggu', tone: 'promo' },
  approved: { label: 'Disetujui', tone: 'success' },
  refused: { label: 'Ditolak', tone: 'neutral' },
}

type Decision = { request: StaffRefundRequest; kind: 'approve' | 'refuse' }

const columnsWith = (decide: (decision: Decision) => void): readonly Column<StaffRefundRequest>[] => [
  {
    key: 'buyer',
    label: 'Pembeli',
    isName: true,
    cell: ({ buyer, reason }) => (
      <PersonCell name={buyer.name} email={buyer.email}>
        <span className="mt-1 block max-w-prose wrap-anywhere whitespace-pre-line">{reason}</span>
      </PersonCell>
    ),
  },
  {
    key: 'item',
    label: 'Pembelian',
    cell: ({ transactionId, item }) => (
      <Link to={paths.adminTransaction({ transactionId })} className="wrap-anywhere hover:underline">
        {item}
      </Link>
    ),
  },
  { key: 'left', label: 'Sisa dana', numeric: true, cell: ({ left }) => <Figure text={formatRupiah(left)} /> },
  momentColumn('createdAt', 'Diminta', ({ createdAt }) => createdAt),
  {
    key: 'state',
    label: 'Status',
    cell: ({ state, sentence }) => <StateCell tone={states[state].tone} label={states[state].label} text={sentence} />,
  },
  actionsColumn(
    (request) =>
      request.state === 'open' && (
        <RowActions>
          <Button size="sm" onClick={() => decide({ request, kind: 'approve' })}>
            Setujui<span className="sr-only"> permintaan {request.buyer.name}</span>
          </Button>
          <Button size="sm" variant="outline" onClick={() => decide({ request, kind: 'refuse' })}>
            Tolak<span className="sr-only"> permintaan {request.buyer.name}</span>
          </Button>
        </RowActions>
      ),
  ),
]

/** Buyers who ask for their money back, and what staff answer. */
export function Page() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <StaffPage
      title="Permintaan pengembalian dana"
      lead="Pembeli yang meminta dananya kembali. Setiap keputusan dikirim lewat email."
    >
      <StaffList
        caption="Daftar permintaan pengembalian dana"
        columns={columnsWith(setDecision)}
        rows={rows}
        meta={meta}
        countWord="permintaan"
        search="Cari nama, email, judul, atau pesanan"
        filters={[
          {
            name: 'state',
            label: 'Status',
            all: 'Semua status',
            options: refundRequestStates.map((value) => ({ value, label: states[value].label })),
          },
        ]}
        empty={{ title: 'Belum ada permintaan.', text: 'Permintaan pengembalian dana tampil di sini.' }}
      />
      {decision && <RequestDialog decision={decision} onClose={() => setDecision(null)} />}
    </StaffPage>
  )
}

function RequestDialog({ decision: { request, kind }, onClose }: { decision: Decision; onClose: () => void }) {
  const { approveRefundRequest, refuseRefundRequest } = useApi().authenticated.adminRefundRequests
  const isApproval = kind === 'approve'
  const isByHand = request.method !== 'card'
  return (
    <DecisionDialog
      title={isApproval ? 'Setujui permintaan' : 'Tolak permintaan'}
      text={
        <>
          {isApproval
            ? `${formatRupiah(request.left)} kembali ke ${request.buyer.name}, dan aksesnya ke ${request.item} berakhir.`
            : `${request.buyer.name} tetap memiliki ${request.item}.`}
          {isApproval &&
            isByHand &&
            ' Pembayarannya lewat transfer, jadi dananya kamu kirim sendiri: tugasnya menunggu di Pencairan.'}
        </>
      }
      submitLabel={isApproval ? (isByHand ? 'Setujui' : 'Kembalikan dana') : 'Tolak'}
      danger
      field={sentenceForBuyer}
      call={(sentence) => (isApproval ? approveRefundRequest : refuseRefundRequest)({ id: request._id, sentence })}
      {...(isApproval ? {} : { done: 'Permintaan ditolak.' })}
      onClose={onClose}
    />
  )
}
