import BookPlus from 'lucide-react/icons/book-plus'
import { Link, useLoaderData } from 'react-router'
import * as z from 'zod/mini'
import type { AdminEbookRow } from '#contract/library/library-admin.ts'
import { formatRupiah } from '#contract/kit/money.ts'
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
const query = z.object({ q, page, limit, status: z.optional(z.enum(['draft', 'published', 'archived'])) })

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.library.adminListEbooks(readListQuery(query, request)),
)

const columns: readonly Column<AdminEbookRow>[] = [
  {
    key: 'title',
    label: 'Judul',
    isName: true,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-3">
        <img
          src={row.thumbnailUrl}
          alt=""
          width={64}
          height={36}
          loading="lazy"
          className="aspect-video w-16 shrink-0 rounded-chip object-cover"
        />
        <Link to={paths.adminEbook({ ebookId: row._id })} className="font-semibold wrap-anywhere hover:underline">
          {row.title}
        </Link>
      </span>
    ),
  },
  {
    key: 'price',
    label: 'Harga',
    numeric: true,
    cell: (row) => <span className="whitespace-nowrap">{row.price === 0 ? 'Gratis' : formatRupiah(row.price)}</span>,
  },
  { key: 'sections', label: 'Bagian', numeric: true, cell: (row) => row.sectionCount },
  { key: 'readers', label: 'Pembaca', numeric: true, cell: (row) => row.readerCount },
  dayColumn('updatedAt', 'Diubah', (row) => row.updatedAt),
  { key: 'status', label: 'Status', cell: (row) => <LibraryStatusBadge status={row.status} /> },
]

export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  const create = (
    <ButtonLink to={paths.adminEbookCreate()}>
      <BookPlus aria-hidden className="size-4.5" />
      E-book baru
    </ButtonLink>
  )
  return (
    <StaffPage title="E-Book" lead="Tulis sebagai draf, tayangkan kalau sudah siap." actions={create}>
      <StaffList
        caption="Daftar e-book"
        columns={columns}
        rows={rows}
        meta={meta}
        countWord="e-book"
        search="Cari e-book"
        filters={[{ name: 'status', label: 'Status', all: 'Semua status', options: statusOptions }]}
        empty={{ title: 'Belum ada e-book.', text: 'E-book terdiri dari modul, topik, dan bagian.', actions: create }}
      />
    </StaffPage>
  )
}
