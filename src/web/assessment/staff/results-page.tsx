import { useLoaderData } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import {
  attemptStates,
  exportQuizResultsInput,
  listQuizResultsInput,
  type AttemptState,
  type QuizAttemptRow,
} from '#contract/assessment/quiz-results.ts'
import { formatSpan } from '#contract/kit/format/span.ts'
import { QuizTabs } from '#web/assessment/staff/editor/quiz-tabs.tsx'
import { useApi } from '#web/identity/index.ts'
import { momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { ExportButton } from '#web/kit/staff/lists/download-button.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { QuestionTable } from './question-table.tsx'

const pageLength = 25

export const createLoader = staffLoader(async (api, { request, params }) => {
  const { courseId = '', lessonId = '' } = params
  const key = { id: courseId, contentId: lessonId }
  const [lesson, attempts, figures] = await Promise.all([
    api.authenticated.authoring.showStaffLesson(key),
    api.authenticated.quizResults.listQuizResults({
      ...readListQuery(listQuizResultsInput, request),
      limit: pageLength,
      ...key,
    }),
    api.authenticated.quizResults.showQuizFigures(key),
  ])
  return { courseId, contentId: lessonId, title: lesson.data.title, attempts, figures: figures.data }
})

const stateLabels: Record<AttemptState, string> = { passed: 'Lulus', failed: 'Belum lulus', open: 'Sedang dikerjakan' }
const tones: Record<AttemptState, BadgeTone> = { passed: 'success', failed: 'neutral', open: 'info' }

const columns: readonly Column<QuizAttemptRow>[] = [
  {
    key: 'student',
    label: 'Siswa',
    isName: true,
    cell: ({ student, number }) => (
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{student.name}</span>
        <span className="block text-sm wrap-anywhere text-ink-3">
          {student.email} · percobaan {number}
        </span>
      </span>
    ),
  },
  momentColumn('startedAt', 'Dimulai', ({ startedAt }) => startedAt),
  {
    key: 'seconds',
    label: 'Durasi',
    numeric: true,
    cell: ({ seconds }) => (seconds === null ? '–' : formatSpan(seconds)),
  },
  { key: 'percent', label: 'Nilai', numeric: true, cell: ({ percent }) => (percent === null ? '–' : `${percent}%`) },
  { key: 'state', label: 'Status', cell: ({ state }) => <Badge tone={tones[state]}>{stateLabels[state]}</Badge> },
]

/** How students did in a quiz: every attempt, and figures of each question. */
export function Page() {
  const { courseId, contentId: lessonId, title, attempts, figures } = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  return (
    <StaffPage
      title="Hasil kuis"
      lead={title}
      back={{ to: paths.adminCourse({ courseId }), label: 'Detail kelas' }}
      actions={
        <ExportButton
          input={exportQuizResultsInput}
          load={(filters) =>
            authenticated.quizResults.exportQuizResults({ ...filters, id: courseId, contentId: lessonId })
          }
        />
      }
    >
      <QuizTabs courseId={courseId} lessonId={lessonId} />
      <h2 className="mb-4 text-xl font-bold">Percobaan</h2>

      <StaffList
        caption="Daftar percobaan"
        columns={columns}
        rows={attempts.data}
        meta={attempts.meta}
        countWord="percobaan"
        search="Cari nama atau email"
        filters={[
          {
            name: 'state',
            label: 'Status',
            all: 'Semua status',
            options: attemptStates.map((value) => ({ value, label: stateLabels[value] })),
          },
        ]}
        empty={{ title: 'Belum ada percobaan', text: 'Hasil siswa tampil di sini begitu kuis dibuka.' }}
      />
      {figures.attempts > 0 && <QuestionTable figures={figures} />}
    </StaffPage>
  )
}
