import { useLoaderData, useRevalidator } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { listWritingBlocksInput, type WritingBlock } from '#contract/conversation/moderation.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { PersonCell, actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.moderation.listWritingBlocks(readListQuery(listWritingBlocksInput, request)),
)

type Acts = { busy: string | null; unblock: (block: WritingBlock, pressed: Element) => Promise<void> }

const columnsWith = ({ busy, unblock }: Acts): readonly Column<WritingBlock>[] => [
  {
    key: 'author',
    label: 'Penulis',
    isName: true,
    cell: ({ author }) => (
      <PersonCell name={author.name} email={author.email} to={paths.adminStudent({ studentId: author._id })} />
    ),
  },
  {
    key: 'course',
    label: 'Diblokir di',
    cell: ({ course }) => <span className="wrap-anywhere">{course ? course.title : 'Semua kelas'}</span>,
  },
  {
    key: 'createdAt',
    label: 'Sejak',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDateTime(createdAt)}</time>,
  },
  {
    key: 'blockedBy',
    label: 'Oleh',
    cell: ({ blockedBy }) => <span className="wrap-anywhere">{blockedBy?.name ?? 'Akun dihapus'}</span>,
  },
  actionsColumn((row) => (
    <Button
      size="sm"
      variant="outline"
      busy={busy === row._id}
      onClick={(event) => void unblock(row, event.currentTarget)}
    >
      Buka blokir<span className="sr-only"> {row.author.name}</span>
    </Button>
  )),
]

/** Who may not write in courses, also when the report from which they were blocked is gone. */
export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  const { moderation } = useApi().authenticated
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<string>((error) => serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
  async function unblock({ _id: id, author, course }: WritingBlock, pressed: Element) {
    const text = `Blokir ${author.name} di ${course ? `kelas ${course.title}` : 'semua kelas'} dibuka.`
    if (!(await askConfirm({ title: 'Buka blokirnya?', text, confirmLabel: 'Buka blokir' }))) return
    await run(id, async () => {
      const { message } = await moderation.endWritingBlock({ id })
      leaveRow(pressed)
      toast.success(message ?? 'Penulisnya bisa menulis lagi.')
      await revalidate()
    })
  }

  return (
    <StaffPage
      title="Penulis diblokir"
      lead="Mereka tetap bisa membaca, tetapi tidak bisa bertanya dan menjawab. Yang terbaru ada di atas."
    >
      <StaffList
        caption="Daftar penulis yang diblokir"
        columns={columnsWith({ busy, unblock })}
        rows={rows}
        meta={meta}
        countWord="blokir"
        search="Cari nama atau email"
        empty={{ title: 'Tidak ada penulis yang diblokir.', text: 'Penulis diblokir dari laporan tentang tulisannya.' }}
      />
    </StaffPage>
  )
}
