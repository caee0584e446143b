import ChevronDown from 'lucide-react/icons/chevron-down'
import { useRef, useState, type ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { GradedSubmission } from '#contract/assessment/assignment-grading.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { SubmissionBadge } from '#web/assessment/status-badge.tsx'
import { ReviewView, SubmissionWork } from '#web/assessment/submission-view.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { GradingForm } from './grading-form.tsx'

export const createLoader = staffLoader(
  async (api, { params }) =>
    (await api.authenticated.assignmentReview.showSubmission({ id: params['submissionId'] ?? '' })).data,
)

/** One submission: the work, and beside it the review. */
export function Page() {
  const submission = useLoaderData<ReturnType<typeof createLoader>>()
  const { student, content: lesson, course, number, submittedAt, status } = submission
  return (
    <StaffPage
      title={lesson.title}
      lead={`Dari ${student.name} · versi ${number}, dikirim ${formatShortDateTime(submittedAt)}`}
      back={{ to: staffPaths.submissions(), label: 'Tugas siswa' }}
      actions={<SubmissionBadge status={status} />}
    >
      <p className="-mt-3 mb-6 text-ink-2">
        Kelas{' '}
        <Link to={paths.adminCourse({ courseId: course._id })} className="font-semibold hover:underline">
          {course.title}
        </Link>
      </p>
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)]">
        <Work submission={submission} />
        <Review key={submission._id} submission={submission} />
      </div>
    </StaffPage>
  )
}

function Work({ submission }: { submission: GradedSubmission }) {
  const { task, versions } = submission
  const others = versions.filter(({ _id }) => _id !== submission._id)
  return (
    <div className="grid min-w-0 gap-6">
      <section aria-labelledby="kiriman">
        <h2 id="kiriman" className="mb-3 text-lg font-bold">
          Yang dikirim
        </h2>
        <SubmissionWork submission={submission} />
      </section>
      <Fold title={<span className="font-bold">Isi tugas</span>}>
        <Prose html={task} />
      </Fold>
      {others.map((version) => (
        <Fold
          key={version._id}
          title={
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-bold">Versi {version.number}</span>
              <span className="text-sm text-ink-3">{formatShortDateTime(version.submittedAt)}</span>
              <SubmissionBadge status={version.status} />
            </span>
          }
        >
          <SubmissionWork submission={version} />
          {version.review && <ReviewView review={version.review} />}
        </Fold>
      ))}
    </div>
  )
}

const Fold = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <details className="group rounded-card border border-line bg-surface">
    <summary className="flex min-h-11 items-center justify-between gap-3 px-4 py-2">
      {title}
      <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-3 group-open:rotate-180" />
    </summary>
    <div className="grid gap-3 px-4 pb-4">{children}</div>
  </details>
)

function Review({ submission }: { submission: GradedSubmission }) {
  /** Undefined before a review in this visit; null when nothing else waits. */
  const [nextId, setNextId] = useState<string | null | undefined>(undefined)
  const newest = submission.versions[0]
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="penilaian" className="grid min-w-0 gap-4">
      <h2 id="penilaian" ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-bold outline-none">
        Penilaian
      </h2>
      {submission.status === 'waiting' && (
        <GradingForm
          submission={submission}
          onGraded={(next) => {
            setNextId(next)
            // The form, which has the focus, closes.
            heading.current?.focus()
          }}
        />
      )}
      {submission.review && <ReviewView review={submission.review} />}
      {submission.status === 'replaced' && newest && (
        <p>
          Siswa sudah mengirim versi baru.{' '}
          <Link to={staffPaths.submission({ submissionId: newest._id })} className="font-bold text-nila underline">
            Buka versi {newest.number}
          </Link>
        </p>
      )}
      {submission.status !== 'waiting' && (
        <div className="flex flex-wrap gap-2">
          {nextId && <ButtonLink to={staffPaths.submission({ submissionId: nextId })}>Nilai berikutnya</ButtonLink>}
          <ButtonLink to={staffPaths.submissions()} variant="outline">
            Kembali ke daftar
          </ButtonLink>
          {nextId === null && <p className="basis-full text-ink-2">Tidak ada lagi yang menunggu penilaianmu.</p>}
        </div>
      )}
    </section>
  )
}
