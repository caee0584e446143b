import { Link, useLoaderData } from 'react-router'
import { listCourseReviewsInput, type CourseReview } from '#contract/catalog/course-review.ts'
import { reviewStates, type ReviewState } from '#contract/catalog/review-rules.ts'
import { paths } from '#contract/kit/paths.ts'
import { actionsColumn, momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.courseReview.listCourseReviews(readListQuery(listCourseReviewsInput, request)),
)

const states: Record<ReviewState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Menunggu', tone: 'promo' },
  approved: { label: 'Disetujui', tone: 'success' },
  refused: { label: 'Dikembalikan', tone: 'neutral' },
}

type Row = CourseReview & { _id: string }

const columns: readonly Column<Row>[] = [
  {
    key: 'title',
    label: 'Kelas',
    isName: true,
    cell: ({ courseId, title, thumbnail, instructor }) => (
      <span className="flex min-w-0 items-center gap-3">
        <img
          src={thumbnail}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          className="cover-art aspect-video w-16 shrink-0 rounded-chip object-cover"
        />
        <span className="min-w-0">
          <Link to={paths.adminCourse({ courseId })} className="line-clamp-2 font-bold wrap-anywhere hover:underline">
            {title}
          </Link>
          <span className="line-clamp-1 text-sm wrap-anywhere text-ink-3">{instructor.name}</span>
        </span>
      </span>
    ),
  },
  momentColumn('sentAt', 'Diajukan', ({ sentAt }) => sentAt),
  {
    key: 'state',
    label: 'Status',
    cell: ({ state, remarks }) => (
      <span className="flex flex-col items-start gap-1 max-md:items-end">
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {remarks.length > 0 && <span className="text-sm text-ink-3">{remarks.length} catatan</span>}
      </span>
    ),
  },
  actionsColumn(
    ({ courseId, title, state }) =>
      state === 'waiting' && (
        <ButtonLink to={paths.adminCourse({ courseId })} size="sm">
          Periksa<span className="sr-only"> {title}</span>
        </ButtonLink>
      ),
  ),
]

/** Courses that an admin looks at before their first sale. */
export function Page() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  return (
    <StaffPage
      title="Pemeriksaan"
      lead="Kelas pertama tiap instruktur, sebelum tayang. Setiap keputusan dikirim lewat email."
    >
      <StaffList
        caption="Daftar kelas yang diajukan"
        columns={columns}
        rows={rows.map((row): Row => ({ ...row, _id: row.courseId }))}
        meta={meta}
        countWord="kelas"
        filters={[
          {
            name: 'state',
            label: 'Status',
            all: 'Menunggu',
            options: reviewStates
              .filter((value) => value !== 'waiting')
              .map((value) => ({ value, label: states[value].label })),
          },
        ]}
        empty={{
          title: 'Tidak ada kelas yang menunggu.',
          text: 'Kelas pertama instruktur tampil di sini kalau pemeriksaan dinyalakan di Pengaturan.',
        }}
      />
    </StaffPage>
  )
}
