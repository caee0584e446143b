import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import {
  listScheduledSalesInput,
  salePhases,
  type SalePhase,
  type ScheduledSale,
} from '#contract/commerce/scheduled-sales.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { RowActions, actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { SaleDialog } from './sale-dialog.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.scheduledSales.listSales(readListQuery(listScheduledSalesInput, request)),
)

const phases: Record<SalePhase, { label: string; tone: BadgeTone }> = {
  running: { label: 'Berjalan', tone: 'success' },
  upcoming: { label: 'Akan datang', tone: 'info' },
  over: { label: 'Berakhir', tone: 'neutral' },
}

type Actions = { edit: (sale: ScheduledSale) => void; remove: (sale: ScheduledSale) => void }

const createColumns = (actions: Actions): readonly Column<ScheduledSale>[] => [
  {
    key: 'name',
    label: 'Diskon',
    isName: true,
    cell: (sale) => (
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{sale.name}</span>
        <span className="block text-sm wrap-anywhere text-ink-3">{sale.scopeName ?? 'Semua kelas dan e-book'}</span>
      </span>
    ),
  },
  {
    key: 'worth',
    label: 'Harga',
    cell: ({ kind, value }) => (
      <span className="whitespace-nowrap">{kind === 'percent' ? `−${value}%` : `Jadi ${formatRupiah(value)}`}</span>
    ),
  },
  {
    key: 'dates',
    label: 'Waktu (WIB)',
    cell: ({ startsAt, endsAt }) => (
      <span className="text-sm max-md:text-right">
        {formatShortDateTime(startsAt)}
        <span className="block">s.d. {formatShortDateTime(endsAt)}</span>
      </span>
    ),
  },
  {
    key: 'phase',
    label: 'Status',
    cell: ({ phase }) => <Badge tone={phases[phase].tone}>{phases[phase].label}</Badge>,
  },
  actionsColumn((sale) => (
    <RowActions>
      <Button size="sm" variant="outline" onClick={() => actions.edit(sale)}>
        Ubah<span className="sr-only"> {sale.name}</span>
      </Button>
      <Button size="sm" variant="ghost" className="text-mengkudu!" onClick={() => actions.remove(sale)}>
        Hapus<span className="sr-only"> {sale.name}</span>
      </Button>
    </RowActions>
  )),
]

/** Lower prices for a time, without a code. */
export function Page() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ sale: ScheduledSale | null } | null>(null)

  async function done(message: string | undefined) {
    setOpen(null)
    toast.success(message ?? 'Tersimpan.')
    await revalidate()
  }

  async function remove(sale: ScheduledSale) {
    const pressed = document.activeElement
    const text =
      sale.phase === 'running'
        ? `${sale.name} dihapus, dan harganya langsung kembali seperti semula.`
        : `${sale.name} dihapus.`
    if (!(await askConfirm({ title: 'Hapus diskon?', text, confirmLabel: 'Hapus', danger: true }))) return
    try {
      const { message } = await withLogin(() => authenticated.scheduledSales.deleteSale({ id: sale._id }))
      leaveRow(pressed)
      await done(message)
    } catch (error) {
      toast.error(describeFailure(error))
      await revalidate()
    }
  }

  const add = (
    <Button onClick={() => setOpen({ sale: null })}>
      <Plus aria-hidden className="size-4.5" />
      Diskon baru
    </Button>
  )
  return (
    <StaffPage
      title="Diskon"
      lead="Harga yang turun untuk sementara, tanpa kode. Kalau ada beberapa, yang termurah berlaku."
      actions={add}
    >
      <StaffList
        caption="Daftar diskon"
        columns={createColumns({ edit: (sale) => setOpen({ sale }), remove: (sale) => void remove(sale) })}
        rows={rows}
        meta={meta}
        countWord="diskon"
        search="Cari nama"
        filters={[
          {
            name: 'phase',
            label: 'Status',
            all: 'Semua status',
            options: salePhases.map((value) => ({ value, label: phases[value].label })),
          },
        ]}
        empty={{ title: 'Belum ada diskon.', text: 'Jadwalkan diskon pertama untuk kelas, kategori, atau semuanya.' }}
      />
      {open && <SaleDialog sale={open.sale} onClose={() => setOpen(null)} onSaved={(message) => void done(message)} />}
    </StaffPage>
  )
}
