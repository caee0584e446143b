import { Link, useLoaderData } from 'react-router'
import { listSubmissionsInput, type QueuedSubmission } from '#contract/assessment/assignment-grading.ts'
import { gradingStatuses, submissionStatusLabels } from '#contract/assessment/assignment-values.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { actionsColumn, momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { useListUrl, type ListUrl } from '#web/kit/staff/lists/use-list-url.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'

export const createLoader = staffLoader(async (api, { request }) => {
  const query = readListQuery(listSubmissionsInput, request)
  const [submissions, courses] = await Promise.all([
    api.authenticated.assignmentReview.listSubmissions(query),
    api.authenticated.authoring.listStaffCourses({ limit: 100, page: 1, sort: 'title' }),
  ])
  return {
    submissions,
    status: query.status,
    courses: courses.data.map(({ _id, title }) => ({ value: _id, label: title })),
  }
})

const columns: readonly Column<QueuedSubmission>[] = [
  {
    key: 'student',
    label: 'Siswa',
    isName: true,
    cell: ({ _id, student }) => (
      <Link to={staffPaths.submission({ submissionId: _id })} className="font-semibold wrap-anywhere hover:underline">
        {student.name}
      </Link>
    ),
  },
  {
    key: 'content',
    label: 'Tugas',
    cell: ({ content: lesson, course }) => (
      <span className="min-w-0">
        <span className="block wrap-anywhere">{lesson.title}</span>
        <span className="block text-sm wrap-anywhere text-ink-3">{course.title}</span>
      </span>
    ),
  },
  { key: 'number', label: 'Versi', cell: ({ number }) => number },
  momentColumn('submittedAt', 'Dikirim', ({ submittedAt }) => submittedAt),
  actionsColumn(({ _id, status, student, content: lesson }) => (
    <ButtonLink to={staffPaths.submission({ submissionId: _id })} size="sm" variant="outline">
      {status === 'waiting' ? 'Nilai' : 'Lihat'}
      <span className="sr-only">
        {' '}
        {lesson.title} dari {student.name}
      </span>
    </ButtonLink>
  )),
]

const emptyTexts = {
  waiting: { title: 'Tidak ada yang menunggu.', text: 'Tugas muncul di sini begitu siswa mengumpulkannya.' },
  revise: { title: 'Tidak ada yang sedang direvisi.', text: 'Tugas yang kamu minta diperbaiki muncul di sini.' },
  accepted: { title: 'Belum ada tugas yang diterima.', text: 'Tugas yang kamu terima muncul di sini.' },
}

export function Page() {
  const { submissions, status, courses } = useLoaderData<ReturnType<typeof createLoader>>()
  const listUrl = useListUrl()
  return (
    <StaffPage
      title="Tugas siswa"
      lead={status === 'waiting' ? 'Yang paling lama menunggu ada di atas.' : 'Yang terbaru ada di atas.'}
    >
      <StatusTabs status={status} listUrl={listUrl} />
      <StaffList
        caption="Daftar tugas siswa"
        columns={columns}
        rows={submissions.data}
        meta={submissions.meta}
        countWord="tugas"
        tab="status"
        filters={[{ name: 'course', label: 'Kelas', all: 'Semua kelas', options: courses }]}
        empty={emptyTexts[status]}
      />
    </StaffPage>
  )
}

function StatusTabs({ status, listUrl }: { status: QueuedSubmission['status']; listUrl: ListUrl }) {
  const course = listUrl.valueOf('course')
  return (
    <nav aria-label="Status tugas" className="mb-5 flex flex-wrap gap-1 border-b border-line">
      {gradingStatuses.map((tab) => (
        <Link
          key={tab}
          to={{ search: String(new URLSearchParams({ status: tab, ...(course && { course }) })) }}
          preventScrollReset
          aria-current={tab === status ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center border-b-2 border-transparent px-3 font-semibold text-ink-2 hover:text-ink aria-[current=page]:border-nila aria-[current=page]:text-nila"
        >
          {submissionStatusLabels[tab]}
        </Link>
      ))}
    </nav>
  )
}
