import Plus from 'lucide-react/icons/plus'
import { Link, useLoaderData } from 'react-router'
import * as z from 'zod/mini'
import { formatShortDate } from '#contract/kit/days.ts'
import type { AdminTip } from '#contract/library/library-admin.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'
import { dayColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { LibraryStatusBadge, statusOptions } from './library-status.tsx'

const { q, page, limit } = staffListInput(['none'])
const query = z.object({ q, page, limit, status: z.optional(z.enum(['draft', 'published'])) })

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.library.adminListTips(readListQuery(query, request)),
)

const columns: readonly Column<Omit<AdminTip, 'text'>>[] = [
  {
    key: 'title',
    label: 'Judul',
    isName: true,
    cell: (row) => (
      <span className="min-w-0">
        <Link to={paths.adminTip({ tipId: row._id })} className="font-semibold wrap-anywhere hover:underline">
          {row.title}
        </Link>
        <span className="block text-sm wrap-anywhere text-ink-3">{row.author}</span>
      </span>
    ),
  },
  { key: 'tags', label: 'Tag', cell: (row) => <span className="wrap-anywhere">{row.tags.join(', ') || '–'}</span> },
  {
    key: 'publishedAt',
    label: 'Tayang',
    cell: (row) => (
      <span className="whitespace-nowrap">{row.publishedAt ? formatShortDate(row.publishedAt) : '–'}</span>
    ),
  },
  dayColumn('updatedAt', 'Diubah', (row) => row.updatedAt),
  { key: 'status', label: 'Status', cell: (row) => <LibraryStatusBadge status={row.status} /> },
]

export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  const create = (
    <ButtonLink to={paths.adminTipCreate()}>
      <Plus aria-hidden className="size-4.5" />
      Tips baru
    </ButtonLink>
  )
  return (
    <StaffPage title="Tips" lead="Artikel pendek di halaman Tips." actions={create}>
      <StaffList
        caption="Daftar tips"
        columns={columns}
        rows={rows}
        meta={meta}
        countWord="tips"
        search="Cari tips"
        filters={[{ name: 'status', label: 'Status', all: 'Semua status', options: statusOptions.slice(0, 2) }]}
        empty={{ title: 'Belum ada tips.', text: 'Tulis yang pertama; tayangkan kalau sudah siap.', actions: create }}
      />
    </StaffPage>
  )
}
