import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { transferStates } from '#contract/commerce/transfer-states.ts'
import { listTransfersInput, type StaffTransfer } from '#contract/commerce/transfers.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { useAction, useApi, withLogin } from '#web/identity/index.ts'
import { PersonCell, RowActions, StateCell, actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import { approveEach, describeApprovals, onPage, toggled } from './selection.ts'
import { BankStatementPanel } from './bank-statement-panel.tsx'
import { canApprove, canRefuse, transferStateLabels } from './transfer-states.ts'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.adminTransfers.listTransfers(readListQuery(listTransfersInput, request)),
)

type Opened = { transfer: StaffTransfer; kind: 'proof' | 'refuse' }
type Actions = {
  selected: ReadonlySet<string>
  busy: string | null
  select: (id: string) => void
  open: (opened: Opened) => void
  approve: (id: string) => void
}

const columnsWith = ({ selected, busy, select, open, approve }: Actions): readonly Column<StaffTransfer>[] => [
  {
    key: 'select',
    label: 'Pilih',
    bare: true,
    cell: ({ _id, buyer, state }) =>
      canApprove(state) && (
        <label className="grid size-11 place-items-center md:size-8">
          <input type="checkbox" className="size-5" checked={selected.has(_id)} onChange={() => select(_id)} />
          <span className="sr-only">Pilih transfer {buyer.name}</span>
        </label>
      ),
  },
  {
    key: 'buyer',
    label: 'Pembeli',
    isName: true,
    cell: ({ buyer }) => <PersonCell name={buyer.name} email={buyer.email} />,
  },
  {
    key: 'item',
    label: 'Pembelian',
    cell: ({ _id: transactionId, item }) => (
      <Link to={paths.adminTransaction({ transactionId })} className="wrap-anywhere hover:underline">
        {item}
      </Link>
    ),
  },
  {
    key: 'amount',
    label: 'Jumlah',
    numeric: true,
    cell: ({ amount, method }) => (
      <span className="whitespace-nowrap">
        {formatRupiah(amount)}
        {method === 'qris' && <span className="block text-sm text-ink-3">QRIS</span>}
      </span>
    ),
  },
  {
    key: 'createdAt',
    label: 'Dipesan',
    cell: ({ createdAt }) => formatShortDateTime(createdAt),
  },
  {
    key: 'state',
    label: 'Status',
    cell: ({ state, sentence }) => (
      <StateCell tone={transferStateLabels[state].tone} label={transferStateLabels[state].label} text={sentence} />
    ),
  },
  actionsColumn((transfer) => {
    const of = <span className="sr-only"> transfer {transfer.buyer.name}</span>
    return (
      <RowActions>
        {transfer.hasProof && (
          <Button size="sm" variant="ghost" onClick={() => open({ transfer, kind: 'proof' })}>
            Lihat bukti{of}
          </Button>
        )}
        {canApprove(transfer.state) && (
          <Button size="sm" busy={busy === transfer._id} onClick={() => approve(transfer._id)}>
            Setujui{of}
          </Button>
        )}
        {canRefuse(transfer.state) && (
          <Button size="sm" variant="outline" onClick={() => open({ transfer, kind: 'refuse' })}>
            Tolak{of}
          </Button>
        )}
      </RowActions>
    )
  }),
]

/** Payments by hand: what waits for a look at the account, one by one, several at once, or by the statement of the bank. */
export function Page() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<string>(describeFailure)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = onPage(
    selected,
    rows.filter(({ state }) => canApprove(state)).map(({ _id }) => _id),
  )

  async function approve(id: string, statementLine?: string): Promise<boolean> {
    const pressed = document.activeElement
    try {
      await withLogin(() =>
        authenticated.adminTransfers.approveTransfer({ id, ...(statementLine && { statementLine }) }),
      )
      leaveRow(pressed)
      toast.success('Transfer disetujui.')
      return true
    } catch (error) {
      toast.error(describeFailure(error))
      return false
    } finally {
      await revalidate()
    }
  }
  const approveChosen = (pressed: Element) =>
    run('chosen', async () => {
      const failed = await approveEach(chosen, (id) =>
        withLogin(() => authenticated.adminTransfers.approveTransfer({ id })),
      )
      // The button goes with the selection.
      if (failed.length === 0) leaveRow(pressed)
      setSelected(new Set(failed))
      await revalidate()
      const text = describeApprovals(chosen.length - failed.length, failed.length)
      if (failed.length > 0) toast.error(text)
      else toast.success(text)
    })

  return (
    <StaffPage
      title="Transfer"
      lead="Pembayaran lewat transfer bank dan QRIS. Cocokkan dengan rekeningmu, lalu setujui; pembeli langsung mendapat aksesnya."
      actions={
        chosen.length > 0 && (
          <Button busy={busy === 'chosen'} onClick={(event) => void approveChosen(event.currentTarget)}>
            Setujui {chosen.length} terpilih
          </Button>
        )
      }
    >
      <BankStatementPanel onApprove={approve} />

      <StaffList
        caption="Daftar transfer"
        columns={columnsWith({
          selected,
          busy,
          select: (id) => setSelected(toggled(selected, id)),
          open: setOpened,
          approve: (id) => void run(id, () => approve(id)),
        })}
        rows={rows}
        meta={meta}
        countWord="transfer"
        search="Cari nama, email, judul, pesanan, atau jumlah"
        filters={[
          {
            name: 'state',
            label: 'Status',
            all: 'Semua status',
            options: transferStates.map((value) => ({ value, label: transferStateLabels[value].label })),
          },
        ]}
        empty={{
          title: 'Belum ada transfer.',
          text: 'Aktifkan di Pengaturan; pesanan yang dibayar lewat transfer tampil di sini.',
        }}
      />
      {opened?.kind === 'proof' && <ProofDialog transfer={opened.transfer} onClose={() => setOpened(null)} />}
      {opened?.kind === 'refuse' && <RefuseDialog transfer={opened.transfer} onClose={() => setOpened(null)} />}
    </StaffPage>
  )
}
