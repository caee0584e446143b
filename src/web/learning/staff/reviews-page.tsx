import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { listAllReviewsInput, moderationInput, type ModeratedReview } from '#contract/learning/reviews.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import type { Bulk } from '#web/kit/staff/lists/use-bulk.ts'
import { RowActions, StateCell, actionsColumn, dayColumn } from '#web/kit/staff/lists/cells.tsx'
import { DecisionDialog } from '#web/kit/staff/form/decision-dialog.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { ReplyDialog } from './reply-dialog.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.reviews.listAllReviews(readListQuery(listAllReviewsInput, request)),
)

type Acts = {
  /** Null for instructors. */ moderate: ((row: ModeratedReview) => void) | null
  reply: (row: ModeratedReview) => void
}

/** A suspended review would be shown again by itself. */
const canHide = ({ status, isSuspended }: ModeratedReview): boolean => status === 'shown' || isSuspended

const columnsWith = ({ moderate, reply }: Acts): readonly Column<ModeratedReview>[] => [
  {
    key: 'review',
    label: 'Ulasan',
    isName: true,
    cell: (row) => (
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">
          {row.rating}
          <Star aria-hidden className="mx-1 inline size-3.5 fill-current align-baseline text-star" />
          <span className="sr-only">dari 5 bintang</span> {row.name}
        </span>
        <span className="block text-sm wrap-anywhere text-ink-3">{row.email}</span>
        {row.text && <span className="mt-1 block max-w-prose whitespace-pre-line wrap-anywhere">{row.text}</span>}
        {row.reply && (
          <span className="mt-2 block max-w-prose border-l-2 border-line pl-3 text-sm whitespace-pre-line wrap-anywhere">
            <span className="block font-semibold">Balasanmu</span>
            {row.reply.text}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'course',
    label: 'Kelas',
    cell: (row) => (
      <Link to={paths.courseDetail({ courseId: row.course._id })} className="wrap-anywhere hover:underline">
        {row.course.title}
      </Link>
    ),
  },
  dayColumn('createdAt', 'Ditulis', (row) => row.createdAt),
  {
    key: 'status',
    label: 'Status',
    cell: (row) =>
      row.status === 'shown' ? (
        <Badge tone="success">Tampil</Badge>
      ) : (
        <StateCell tone="danger" label="Disembunyikan" text={row.hiddenReason} />
      ),
  },
  actionsColumn((row) => (
    <RowActions>
      <Button size="sm" variant="outline" onClick={() => reply(row)}>
        {row.reply ? 'Ubah balasan' : 'Balas'}
        <span className="sr-only"> ulasan {row.name}</span>
      </Button>
      {moderate && (
        <Button size="sm" variant="ghost" onClick={() => moderate(row)}>
          {canHide(row) ? 'Sembunyikan' : 'Tampilkan lagi'}
          <span className="sr-only"> ulasan {row.name}</span>
        </Button>
      )}
    </RowActions>
  )),
]

const reasonField = { label: 'Alasan', rule: moderationInput.shape.reason, hint: 'Tersimpan di audit log.' }

/** Bulk actions of admins on reviews, with one reason. */
function useReviewBulk(): Bulk<ModeratedReview> {
  const { hideReview, restoreReview } = useApi().authenticated.reviews
  return {
    nameOf: ({ name, course }) => `${name} (${course.title})`,
    actions: [
      {
        label: 'Sembunyikan',
        danger: true,
        ask: {
          title: (count) => `Sembunyikan ${count} ulasan?`,
          text: () => 'Penulisnya melihat alasannya dan bisa memperbaiki ulasannya.',
          field: reasonField,
        },
        call: ({ _id }, reason) => hideReview({ id: _id, reason }),
        done: (count) => `${count} ulasan disembunyikan.`,
      },
      {
        label: 'Tampilkan lagi',
        ask: {
          title: (count) => `Tampilkan ${count} ulasan lagi?`,
          text: () => 'Ulasan kembali tampil dan dihitung.',
          field: reasonField,
        },
        call: ({ _id }, reason) => restoreReview({ id: _id, reason }),
        done: (count) => `${count} ulasan ditampilkan lagi.`,
      },
    ],
  }
}

export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  const { role } = useStaffUser()
  const [moderated, setModerated] = useState<ModeratedReview | null>(null)
  const [replied, setReplied] = useState<ModeratedReview | null>(null)
  const bulk = useReviewBulk()

  return (
    <StaffPage
      title="Ulasan"
      lead="Ulasan siswa. Balasanmu tampil di bawah ulasannya. Yang disembunyikan tidak tampil di halaman kelas dan tidak dihitung dalam bintangnya."
    >
      <StaffList
        caption="Daftar ulasan"
        columns={columnsWith({ moderate: role === 'admin' ? setModerated : null, reply: setReplied })}
        bulk={role === 'admin' ? bulk : undefined}
        rows={rows}
        meta={meta}
        countWord="ulasan"
        search="Cari nama, email, atau isi ulasan"
        filters={[
          {
            name: 'status',
            label: 'Status',
            all: 'Semua status',
            options: [
              { value: 'shown', label: 'Tampil' },
              { value: 'hidden', label: 'Disembunyikan' },
            ],
          },
        ]}
        empty={{ title: 'Belum ada ulasan.', text: 'Ulasan muncul di sini begitu siswa menulisnya.' }}
      />
      {replied && <ReplyDialog review={replied} onClose={() => setReplied(null)} />}
      {moderated && <ModerationDialog review={moderated} onClose={() => setModerated(null)} />}
    </StaffPage>
  )
}

function ModerationDialog({ review, onClose }: { review: ModeratedReview; onClose: () => void }) {
  const { hideReview, restoreReview } = useApi().authenticated.reviews
  const hides = canHide(review)
  return (
    <DecisionDialog
      title={hides ? 'Sembunyikan ulasan?' : 'Tampilkan ulasan lagi?'}
      text={`Ulasan ${review.name} untuk ${review.course.title}. ${
        hides ? 'Penulisnya melihat alasannya dan bisa memperbaiki ulasannya.' : 'Ulasan kembali tampil dan dihitung.'
      }`}
      submitLabel={hides ? 'Sembunyikan' : 'Tampilkan lagi'}
      danger={hides}
      field={{ name: 'reason', rule: moderationInput.shape.reason, label: 'Alasan', hint: 'Tersimpan di audit log.' }}
      call={(reason) => (hides ? hideReview : restoreReview)({ id: review._id, reason })}
      onClose={onClose}
    />
  )
}
