import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import * as z from 'zod/mini'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import {
  decisionSentence,
  listRefundRequestsInput,
  refundRequestStates,
  type RefundRequestState,
  type StaffRefundRequest,
} from '#contract/commerce/refund-requests.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Figure } from '#web/kit/ui/figure.tsx'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

export const createRefundRequestsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(
      api,
      request,
      () => api.authenticated.adminRefundRequests.listRefundRequests(readListQuery(listRefundRequestsInput, request)),
      {
        adminOnly: true,
      },
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
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{buyer.name}</span>
        <span className="block text-sm wrap-anywhere text-ink-3">{buyer.email}</span>
        <span className="mt-1 block max-w-prose wrap-anywhere whitespace-pre-line">{reason}</span>
      </span>
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
  {
    key: 'createdAt',
    label: 'Diminta',
    cell: ({ createdAt }) => <span className="md:whitespace-nowrap">{formatShortDateTime(createdAt)}</span>,
  },
  {
    key: 'state',
    label: 'Status',
    cell: ({ state, sentence }) => (
      <span className="flex flex-col items-start gap-1 max-md:items-end">
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {sentence && <span className="max-w-60 text-sm wrap-anywhere text-ink-3">{sentence}</span>}
      </span>
    ),
  },
  {
    key: 'actions',
    label: 'Aksi',
    bare: true,
    cell: (request) =>
      request.state === 'open' && (
        <span className="flex flex-wrap gap-1 md:justify-end">
          <Button size="sm" onClick={() => decide({ request, kind: 'approve' })}>
            Setujui<span className="sr-only"> permintaan {request.buyer.name}</span>
          </Button>
          <Button size="sm" variant="outline" onClick={() => decide({ request, kind: 'refuse' })}>
            Tolak<span className="sr-only"> permintaan {request.buyer.name}</span>
          </Button>
        </span>
      ),
  },
]

/** Buyers who ask for their money back, and what staff answer. */
export function RefundRequestsPage() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createRefundRequestsLoader>>>>()
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
      {decision && <DecisionDialog decision={decision} onClose={() => setDecision(null)} />}
    </StaffPage>
  )
}

const sentenceInput = z.object({ sentence: decisionSentence })

function DecisionDialog({ decision: { request, kind }, onClose }: { decision: Decision; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const isApproval = kind === 'approve'
  const isByHand = request.method !== 'card'
  const approved = isByHand ? 'Permintaan disetujui. Kirim dananya dari Pencairan.' : 'Dana dikembalikan.'
  const { approveRefundRequest, refuseRefundRequest } = authenticated.adminRefundRequests
  const form = useContractForm(bySchema(sentenceInput), {
    values: { sentence: '' },
    save: ({ sentence }) => (isApproval ? approveRefundRequest : refuseRefundRequest)({ id: request._id, sentence }),
    onSaved: async () => {
      toast.success(isApproval ? approved : 'Permintaan ditolak.')
      closeAndLeaveRow(onClose)
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  return (
    <Dialog
      title={isApproval ? 'Setujui permintaan' : 'Tolak permintaan'}
      open
      confirmDiscard={form.hasUnsavedInput}
      onClose={onClose}
    >
      <DialogForm
        form={form}
        submitLabel={isApproval ? (isByHand ? 'Setujui' : 'Kembalikan dana') : 'Tolak'}
        danger
        onCancel={onClose}
      >
        <p className="text-ink-2">
          {isApproval
            ? `${formatRupiah(request.left)} kembali ke ${request.buyer.name}, dan aksesnya ke ${request.item} berakhir.`
            : `${request.buyer.name} tetap memiliki ${request.item}.`}
          {isApproval &&
            isByHand &&
            ' Pembayarannya lewat transfer, jadi dananya kamu kirim sendiri: tugasnya menunggu di Pencairan.'}
        </p>
        <TextAreaField
          label="Kalimat untuk pembeli"
          required
          rows={3}
          hint="Ikut terkirim lewat email."
          error={form.formState.errors.sentence?.message}
          {...form.register('sentence')}
        />
      </DialogForm>
    </Dialog>
  )
}
