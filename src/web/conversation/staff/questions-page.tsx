import { Link, useLoaderData } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { inboxInput, type InboxQuestion } from '#contract/conversation/moderation.ts'
import { actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.moderation.listInbox(readListQuery(inboxInput, request)),
)

const columns: readonly Column<InboxQuestion>[] = [
  {
    key: 'title',
    label: 'Pertanyaan',
    isName: true,
    cell: (row) => (
      <span className="min-w-0">
        <Link to={paths.question({ questionId: row._id })} className="font-semibold wrap-anywhere hover:underline">
          {row.title}
        </Link>
        <span className="block text-sm wrap-anywhere text-ink-3">{row.asker?.name ?? 'Siswa'}</span>
      </span>
    ),
  },
  {
    key: 'course',
    label: 'Kelas',
    cell: (row) => (
      <span className="wrap-anywhere">
        {row.course.title}
        {row.content && <span className="block text-sm text-ink-3">{row.content.title}</span>}
      </span>
    ),
  },
  {
    key: 'createdAt',
    label: 'Ditanyakan',
    cell: (row) => <time dateTime={row.createdAt}>{formatShortDateTime(row.createdAt)}</time>,
  },
  { key: 'votes', label: 'Juga bertanya', cell: (row) => <span className="tabular-nums">{row.votes}</span> },
  actionsColumn((row) => (
    <ButtonLink size="sm" variant="outline" to={paths.question({ questionId: row._id })}>
      {row.answerCount === 0 ? 'Jawab' : 'Lihat'}
      <span className="sr-only"> {row.title}</span>
    </ButtonLink>
  )),
]

/** The questions in the courses of this staff member: unanswered first. */
export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage title="Tanya jawab" lead="Pertanyaan yang belum dijawab siapa pun, yang menunggu paling lama di atas.">
      <StaffList
        caption="Daftar pertanyaan"
        columns={columns}
        rows={rows}
        meta={meta}
        countWord="pertanyaan"
        filters={[
          {
            name: 'status',
            label: 'Status',
            all: 'Belum terjawab',
            options: [{ value: 'answered', label: 'Sudah terjawab' }],
          },
        ]}
        empty={{ title: 'Semua pertanyaan sudah terjawab.', text: 'Pertanyaan baru dari siswa muncul di sini.' }}
      />
    </StaffPage>
  )
}
