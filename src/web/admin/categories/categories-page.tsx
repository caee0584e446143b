import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { failureCode } from '#contract/client.ts'
import type { AdminCategory } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { describeFailure } from '#web/admin/failure.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { loadAsStaff } from '#web/staff-kit/load-as-staff.ts'
import { StaffPage } from '#web/staff-kit/staff-page.tsx'
import { StaffTable, type Column } from '#web/staff-kit/staff-table.tsx'
import { askConfirm } from '#web/ui/alerts.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { groupLabel } from './groups.ts'
import { MoveCoursesDialog } from './move-courses-dialog.tsx'

export const createCategoriesLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async () => (await api.mine.categories.listAdminCategories()).data, { adminOnly: true })

type Open = { dialog: 'edit'; category: AdminCategory | null } | { dialog: 'move'; category: AdminCategory } | null

type Acts = { move: (index: number, by: -1 | 1) => void; edit: (category: AdminCategory) => void; remove: (category: AdminCategory) => void }

const columnsWith = (categories: readonly AdminCategory[], acts: Acts): readonly Column<AdminCategory>[] => [
  {
    key: 'name',
    label: 'Nama',
    isName: true,
    cell: (category) => (
      <span className="min-w-0">
        <Link to={paths.keyword({ keyword: category.slug })} className="font-semibold wrap-anywhere hover:underline">
          {category.name}
        </Link>
        <span className="block text-sm wrap-anywhere text-ink-3">/kelas/{category.slug}</span>
      </span>
    ),
  },
  { key: 'group', label: 'Kelompok', cell: (category) => groupLabel(category.group) },
  { key: 'menu', label: 'Menu Kelas', cell: (category) => (category.isInMenu ? <Badge tone="info">Di menu</Badge> : '–') },
  { key: 'courses', label: 'Kelas', numeric: true, cell: (category) => category.courseCount },
  {
    key: 'actions',
    label: 'Aksi',
    bare: true,
    cell: (category) => {
      const index = categories.indexOf(category)
      return (
        <span className="flex flex-wrap items-center gap-1 md:justify-end">
          <IconButton label={`Naikkan ${category.name}`} disabled={index === 0} onClick={() => acts.move(index, -1)} Icon={ArrowUp} />
          <IconButton label={`Turunkan ${category.name}`} disabled={index === categories.length - 1} onClick={() => acts.move(index, 1)} Icon={ArrowDown} />
          <Button size="sm" variant="outline" onClick={() => acts.edit(category)}>
            Ubah<span className="sr-only"> {category.name}</span>
          </Button>
          {!category.isInMenu && (
            <Button size="sm" variant="ghost" className="text-mengkudu!" onClick={() => acts.remove(category)}>
              Hapus<span className="sr-only"> {category.name}</span>
            </Button>
          )}
        </span>
      )
    },
  },
]

export function CategoriesPage() {
  const categories = useLoaderData<AdminCategory[]>()
  const { mine } = useApi()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>(null)

  async function done(message: string | undefined) {
    setOpen(null)
    toast.success(message ?? 'Tersimpan.')
    await revalidate()
  }

  async function remove(category: AdminCategory) {
    if (category.courseCount > 0) return setOpen({ dialog: 'move', category })
    const confirmed = await askConfirm({ title: 'Hapus kategori?', text: `Kategori "${category.name}" dihapus.`, confirmLabel: 'Hapus', danger: true })
    if (!confirmed) return
    try {
      await done((await mine.categories.deleteCategory({ id: category._id })).message)
    } catch (error) {
      // A course came into it while the question stood open.
      if (failureCode(error) === 'IN_USE') setOpen({ dialog: 'move', category })
      else toast.error(describeFailure(error))
    }
  }

  async function move(index: number, by: -1 | 1) {
    const ids = categories.map((category) => category._id)
    const [moved] = ids.splice(index, 1)
    if (!moved) return
    ids.splice(index + by, 0, moved)
    try {
      await mine.categories.orderCategories({ categoryIds: ids })
    } catch (error) {
      toast.error(describeFailure(error))
    }
    await revalidate()
  }

  return (
    <StaffPage
      title="Kategori"
      lead="Urutannya sama di saringan katalog. Sebelas kategori menu Kelas namanya tetap."
      actions={
        <Button onClick={() => setOpen({ dialog: 'edit', category: null })}>
          <Plus aria-hidden className="size-4.5" />
          Kategori baru
        </Button>
      }
    >
      {categories.length > 0 ? (
        <StaffTable
          caption="Daftar kategori"
          columns={columnsWith(categories, {
            move: (index, by) => void move(index, by),
            edit: (category) => setOpen({ dialog: 'edit', category }),
            remove: (category) => void remove(category),
          })}
          rows={categories}
          keyOf={(category) => category._id}
        />
      ) : (
        <EmptyState title="Belum ada kategori." text="Kelas butuh kategori sebelum bisa terbit." />
      )}
      {open?.dialog === 'edit' && <CategoryDialog category={open.category} onClose={() => setOpen(null)} onSaved={(message) => void done(message)} />}
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

type IconButtonProps = { label: string; disabled: boolean; onClick: () => void; Icon: typeof ArrowUp }

const IconButton = ({ label, disabled, onClick, Icon }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
    className="grid size-11 place-items-center rounded-button text-ink-2 hover:bg-sunken hover:text-ink disabled:opacity-35"
  >
    <Icon aria-hidden className="size-5" />
  </button>
)
