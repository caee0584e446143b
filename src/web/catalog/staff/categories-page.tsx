import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { failureCode } from '#contract/client.ts'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import { paths } from '#contract/kit/paths.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { useGroupLabels } from '#web/catalog/group-labels.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { useApi } from '#web/identity/index.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { withLogin } from '#web/identity/index.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { SortableRows } from '#web/kit/ui/lists/sortable-rows.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { MoveCoursesDialog } from './move-courses-dialog.tsx'

export const createLoader = staffLoader(async (api) => (await api.authenticated.categories.listAdminCategories()).data)

type Open = { dialog: 'edit'; category: AdminCategory | null } | { dialog: 'move'; category: AdminCategory } | null

type RowProps = { category: AdminCategory; onEdit: () => void; onRemove: () => void }

function CategoryRow({ category, onEdit, onRemove }: RowProps) {
  const groupLabels = useGroupLabels()
  return (
    <>
      <span className="min-w-0 flex-1 basis-40 py-1.5">
        <Link to={paths.keyword({ keyword: category.slug })} className="font-semibold wrap-anywhere hover:underline">
          {category.name}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 text-sm wrap-anywhere text-ink-3">
          {groupLabels[category.group]} · {category.courseCount} kelas · /kelas/{category.slug}
          {category.isInMenu && <Badge tone="info">Di menu</Badge>}
        </span>
      </span>
      <span className="flex flex-wrap gap-1 max-sm:pl-11">
        <Button size="sm" variant="outline" onClick={onEdit}>
          Ubah<span className="sr-only"> {category.name}</span>
        </Button>
        {!category.hasFixedName && (
          <Button size="sm" variant="ghost" className="text-mengkudu!" onClick={onRemove}>
            Hapus<span className="sr-only"> {category.name}</span>
          </Button>
        )}
      </span>
    </>
  )
}

export function Page() {
  const categories = useLoaderData<ReturnType<typeof createLoader>>()
  // The new order, shown until the reloaded list has it.
  const [pendingOrder, setPendingOrder] = useState<AdminCategory[]>([])
  const saving = useRef(Promise.resolve())
  const orderIndex = new Map(pendingOrder.map(({ _id }, index) => [_id, index]))
  const shown = categories.toSorted(
    (a, b) => (orderIndex.get(a._id) ?? Infinity) - (orderIndex.get(b._id) ?? Infinity) || 0,
  )
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>(null)

  /** The category as loaded last, which the dialog follows. */
  const currentOf = (category: AdminCategory | null) => categories.find(({ _id }) => _id === category?._id) ?? category

  async function done(message: string | undefined) {
    setOpen(null)
    toast.success(message ?? 'Tersimpan.')
    await revalidate()
  }

  async function remove(category: AdminCategory) {
    const pressed = document.activeElement
    if (category.courseCount > 0) return setOpen({ dialog: 'move', category })
    const confirmed = await askConfirm({
      title: 'Hapus kategori?',
      text: `Kategori "${category.name}" dihapus.`,
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!confirmed) return
    try {
      const { message } = await withLogin(() => authenticated.categories.deleteCategory({ id: category._id }))
      leaveRow(pressed)
      await done(message)
    } catch (error) {
      // A promo code or a sale is for it, or a course was added to it while the dialog was open.
      if (failureCode(error) === 'IN_USE') setOpen({ dialog: 'move', category })
      else toast.error(describeFailure(error))
    }
  }

  /** Saves run one after the other, so that the last order wins. */
  function order(next: AdminCategory[]) {
    setPendingOrder(next)
    saving.current = saving.current.then(async () => {
      try {
        await withLogin(() => authenticated.categories.orderCategories({ categoryIds: next.map(({ _id }) => _id) }))
      } catch (error) {
        toast.error(describeFailure(error))
        setPendingOrder([])
      }
      await revalidate()
    })
  }

  return (
    <StaffPage
      title="Kategori"
      lead="Seret untuk mengurutkan; menu Kelas dan saringan katalog mengikuti. Nama ketiga kelompoknya ada di Pengaturan, Beranda."
      actions={
        <Button onClick={() => setOpen({ dialog: 'edit', category: null })}>
          <Plus aria-hidden className="size-4.5" />
          Kategori baru
        </Button>
      }
    >
      {categories.length > 0 ? (
        <SortableRows
          items={shown}
          idOf={({ _id }) => _id}
          nameOf={({ name }) => name}
          onOrder={order}
          label="Daftar kategori"
        >
          {(category) => (
            <CategoryRow
              category={category}
              onEdit={() => setOpen({ dialog: 'edit', category })}
              onRemove={() => void remove(category)}
            />
          )}
        </SortableRows>
      ) : (
        <EmptyState title="Belum ada kategori." text="Kelas butuh kategori sebelum bisa tayang." />
      )}
      {open?.dialog === 'edit' && (
        <CategoryDialog
          category={currentOf(open.category)}
          onClose={() => setOpen(null)}
          onSaved={(message) => void done(message)}
        />
      )}
      {open?.dialog === 'move' && (
        <MoveCoursesDialog
          category={open.category}
          others={categories.filter((other) => other._id !== open.category._id)}
          onClose={() => setOpen(null)}
          onDeleted={(message) => void done(message)}
        />
      )}
    </StaffPage>
  )
}
