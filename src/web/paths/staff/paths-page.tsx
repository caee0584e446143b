import Plus from 'lucide-react/icons/plus'
import { Link, useLoaderData } from 'react-router'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { listAllPathsInput, type AdminPath } from '#contract/paths/paths-admin.ts'
import { dayColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.adminPaths.listAllPaths(readListQuery(listAllPathsInput, request)),
)

const columns: readonly Column<AdminPath>[] = [
  {
    key: 'title',
    label: 'Jalur',
    isName: true,
    cell: (row) => (
      <span className="min-w-0">
        <Link to={staffPaths.adminPath({ pathId: row._id })} className="font-semibold wrap-anywhere hover:underline">
          {row.title}
        </Link>
        <span className="block text-sm wrap-anywhere text-ink-3">
          {row.steps.map(({ title }) => title).join(' · ')}
        </span>
      </span>
    ),
  },
  { key: 'steps', label: 'Kelas', numeric: true, cell: ({ steps }) => String(steps.length) },
  { key: 'discount', label: 'Potongan', numeric: true, cell: ({ discountPercent }) => `${discountPercent}%` },
  dayColumn('updatedAt', 'Diubah', (row) => row.updatedAt),
  { key: 'status', label: 'Status', cell: ({ status }) => <PathStatusBadge status={status} /> },
]

export const PathStatusBadge = ({ status }: Pick<AdminPath, 'status'>) => (
  <Badge tone={status === 'published' ? 'success' : 'neutral'}>{status === 'published' ? 'Tayang' : 'Draf'}</Badge>
)

export function Page() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  const create = (
    <ButtonLink to={staffPaths.adminPathCreate()}>
      <Plus aria-hidden className="size-4.5" />
      Jalur baru
    </ButtonLink>
  )
  return (
    <StaffPage title="Jalur belajar" lead="Beberapa kelas dalam urutan yang disarankan." actions={create}>
      <StaffList
        caption="Daftar jalur"
        columns={columns}
        rows={rows}
        meta={meta}
        countWord="jalur"
        search="Cari jalur"
        empty={{
          title: 'Belum ada jalur.',
          text: 'Susun beberapa kelas dari yang paling dasar, supaya siswa tahu mulai dari mana.',
          actions: create,
        }}
      />
    </StaffPage>
  )
}
