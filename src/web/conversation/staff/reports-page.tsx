import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { listReportsInput, type Report } from '#contract/conversation/moderation.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { RowActions, actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { HideDialog } from './hide-dialog.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.moderation.listReports(readListQuery(listReportsInput, request)),
)

const kindLabels: Record<Report['kind'], string> = { question: 'Pertanyaan', answer: 'Jawaban', review: 'Ulasan' }
type Act = (
  name: string,
  work: () => Promise<{ message?: string | undefined }>,
  /** The button that goes, with or without its row. */ leaving?: Element,
) => Promise<unknown>

type Acts = { busy: string | null; act: Act; hide: (report: Report) => void }

const columnsWith = ({ busy, act, hide }: Acts): readonly Column<Report>[] => [
  { key: 'item', label: 'Tulisan', isName: true, cell: (row) => <Item report={row} /> },
  {
    key: 'reason',
    label: 'Alasan',
    cell: (row) => (
      <span className="wrap-anywhere">
        {row.reason}
        <span className="block text-sm text-ink-3">
          {row.reporter.name} · {formatShortDateTime(row.createdAt)}
        </span>
      </span>
    ),
  },
  { key: 'course', label: 'Kelas', cell: (row) => <span className="wrap-anywhere">{row.course.title}</span> },
  actionsColumn((row) => <Actions report={row} busy={busy} act={act} onHide={() => hide(row)} />),
]

/** Reports, and what staff do about them. */
export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  const { revalidate } = useRevalidator()
  const [hidden, setHidden] = useState<Report | null>(null)
  const { busy, run } = useAction<string>((error) => serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
  const act: Act = (name, work, leaving) =>
    run(name, async () => {
      const { message } = await work()
      if (leaving) leaveRow(leaving)
      toast.success(message ?? 'Tersimpan.')
      await revalidate()
    })

  return (
    <StaffPage
      title="Laporan"
      lead="Tulisan yang dilaporkan orang. Yang disembunyikan tidak dibaca siapa pun kecuali penulisnya dan staf."
    >
      <StaffList
        caption="Daftar laporan"
        columns={columnsWith({ busy, act, hide: setHidden })}
        rows={rows}
        meta={meta}
        countWord="laporan"
        search="Cari alasan"
        filters={[
          {
            name: 'status',
            label: 'Status',
            all: 'Belum ditangani',
            options: [
              { value: 'hidden', label: 'Disembunyikan' },
              { value: 'dismissed', label: 'Dibiarkan' },
            ],
          },
        ]}
        empty={{ title: 'Tidak ada laporan.', text: 'Laporan siswa muncul di sini.' }}
      />
      {hidden && <HideDialog report={hidden} onClose={() => setHidden(null)} />}
    </StaffPage>
  )
}

const Item = ({ report: { kind, item, questionId, course } }: { report: Report }) => (
  <span className="min-w-0">
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="info">{kindLabels[kind]}</Badge>
      {item.isHidden && <Badge tone="danger">Disembunyikan</Badge>}
    </span>
    <Link
      to={questionId ? paths.question({ questionId }) : paths.courseDetail({ courseId: course._id })}
      className="mt-1 block font-semibold wrap-anywhere hover:underline"
    >
      {item.title}
    </Link>
    <span className="block text-sm text-ink-3 wrap-anywhere">{item.author?.name ?? 'Akun dihapus'}</span>
    <span className="mt-1 line-clamp-4 block max-w-prose whitespace-pre-line font-normal wrap-anywhere">
      {item.text}
    </span>
  </span>
)

type ActionsProps = { report: Report; busy: string | null; act: Act; onHide: () => void }

function Actions({ report, busy, act, onHide }: ActionsProps) {
  const { moderation } = useApi().authenticated
  const { _id: id, item, status, isAuthorBlocked } = report
  async function block() {
    const text = `${item.author?.name ?? 'Penulisnya'} tetap bisa membaca, tetapi tidak bisa bertanya dan menjawab lagi.`
    if (await askConfirm({ title: 'Blokir penulisnya?', text, confirmLabel: 'Blokir', danger: true }))
      await act(`block ${id}`, () => moderation.blockAuthor({ id }))
  }
  return (
    <RowActions>
      {/* Also of a review that is hidden already: a suspended one would be shown again by itself. */}
      {status !== 'hidden' && (
        <Button size="sm" variant="outline" onClick={onHide}>
          Sembunyikan<span className="sr-only"> {item.title}</span>
        </Button>
      )}
      {status === 'hidden' && (
        <Button
          size="sm"
          variant="outline"
          busy={busy === `restore ${id}`}
          onClick={(event) => void act(`restore ${id}`, () => moderation.restoreReported({ id }), event.currentTarget)}
        >
          Tampilkan lagi<span className="sr-only"> {item.title}</span>
        </Button>
      )}
      {status === 'open' && (
        <Button
          size="sm"
          variant="ghost"
          busy={busy === `dismiss ${id}`}
          onClick={(event) => void act(`dismiss ${id}`, () => moderation.dismissReport({ id }), event.currentTarget)}
        >
          Biarkan<span className="sr-only"> {item.title}</span>
        </Button>
      )}
      {item.author &&
        (isAuthorBlocked ? (
          <Button
            size="sm"
            variant="ghost"
            busy={busy === `unblock ${id}`}
            onClick={() => void act(`unblock ${id}`, () => moderation.unblockAuthor({ id }))}
          >
            Buka blokir<span className="sr-only"> {item.author.name}</span>
          </Button>
        ) : (
          <Button size="sm" variant="ghost" busy={busy === `block ${id}`} onClick={() => void block()}>
            Blokir penulis<span className="sr-only"> {item.author.name}</span>
          </Button>
        ))}
    </RowActions>
  )
}
