import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { listBundlesInput, type AdminBundle } from '#contract/commerce/bundles.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { RowActions, actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { BundleDialog, bundleStatusLabels } from './bundle-dialog.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.adminBundles.listAllBundles(readListQuery(listBundlesInput, request)),
)

type Actions = { edit: (bundle: AdminBundle) => void; remove: (bundle: AdminBundle) => void }

const createColumns = ({ edit, remove }: Actions): readonly Column<AdminBundle>[] => [
  {
    key: 'title',
    label: 'Paket',
    isName: true,
    cell: (bundle) => (
      <span className="min-w-0">
        {bundle.isForSale ? (
          <Link to={paths.bundle({ slug: bundle.slug })} className="font-semibold wrap-anywhere hover:underline">
            {bundle.title}
          </Link>
        ) : (
          <span className="font-semibold wrap-anywhere">{bundle.title}</span>
        )}
        <span className="block text-sm text-ink-3">{bundle.items.map(({ title }) => title).join(' · ')}</span>
      </span>
    ),
  },
  {
    key: 'price',
    label: 'Harga',
    numeric: true,
    cell: ({ price, listPrice }) => (
      <span className="whitespace-nowrap">
        {formatRupiah(price)}
        {price < listPrice && <s className="block text-sm text-ink-3">{formatRupiah(listPrice)}</s>}
      </span>
    ),
  },
  { key: 'sold', label: 'Terjual', numeric: true, cell: ({ sold }) => String(sold) },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status, isForSale }) => (
      <span className="flex flex-col items-start gap-1 max-md:items-end">
        <Badge tone={isForSale ? 'success' : 'neutral'}>{bundleStatusLabels[status]}</Badge>
        {status === 'published' && !isForSale && <span className="text-sm text-ink-3">Ada isi yang tidak dijual</span>}
      </span>
    ),
  },
  actionsColumn((bundle) => (
    <RowActions>
      <Button size="sm" variant="outline" onClick={() => edit(bundle)}>
        Ubah<span className="sr-only"> {bundle.title}</span>
      </Button>
      {bundle.sold === 0 && (
        <Button size="sm" variant="ghost" className="text-mengkudu!" onClick={() => remove(bundle)}>
          Hapus<span className="sr-only"> {bundle.title}</span>
        </Button>
      )}
    </RowActions>
  )),
]

export function Page() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ bundle: AdminBundle | null } | null>(null)

  async function done(message: string | undefined) {
    setOpen(null)
    toast.success(message ?? 'Tersimpan.')
    await revalidate()
  }

  async function remove(bundle: AdminBundle) {
    const pressed = document.activeElement
    if (
      !(await askConfirm({
        title: 'Hapus paket?',
        text: `Paket ${bundle.title} dihapus.`,
        confirmLabel: 'Hapus',
        danger: true,
      }))
    )
      return
    try {
      const { message } = await withLogin(() => authenticated.adminBundles.deleteBundle({ id: bundle._id }))
      leaveRow(pressed)
      await done(message)
    } catch (error) {
      toast.error(describeFailure(error))
      await revalidate()
    }
  }

  return (
    <StaffPage
      title="Paket"
      lead="Beberapa kelas dan e-book dengan satu harga."
      actions={
        <Button onClick={() => setOpen({ bundle: null })}>
          <Plus aria-hidden className="size-4.5" />
          Paket baru
        </Button>
      }
    >
      <StaffList
        caption="Daftar paket"
        columns={createColumns({ edit: (bundle) => setOpen({ bundle }), remove: (bundle) => void remove(bundle) })}
        rows={rows}
        meta={meta}
        countWord="paket"
        search="Cari paket"
        empty={{ title: 'Belum ada paket.', text: 'Gabungkan kelas dan e-book yang saling melengkapi.' }}
      />
      {open && (
        <BundleDialog bundle={open.bundle} onClose={() => setOpen(null)} onSaved={(message) => void done(message)} />
      )}
    </StaffPage>
  )
}
