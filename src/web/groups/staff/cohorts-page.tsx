import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { cohortsContract, type CohortState } from '#contract/groups/cohorts.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { cohortDates } from '#web/groups/cohort-text.ts'
import { CohortDialog } from './cohort-dialog.tsx'
import { WaitingMembers } from './waiting-members.tsx'

registerContract({ cohorts: cohortsContract })

export const createLoader = staffLoader(async (api, { params }) => {
  const id = params['courseId'] ?? ''
  const { authoring, cohorts } = api.authenticated
  const [course, listed, waiting] = await Promise.all([
    authoring.showStaffCourse({ id }),
    cohorts.listCohorts({ id }),
    cohorts.listWithoutCohort({ id }),
  ])
  return { course: course.data, cohorts: listed.data, waiting: waiting.data }
})

export const stateLabels: Record<CohortState, string> = {
  open: 'Pendaftaran dibuka',
  full: 'Kursi habis',
  closed: 'Pendaftaran ditutup',
  running: 'Berjalan',
  ended: 'Selesai',
}

/** The cohorts of a course, and the students who still have to choose one. */
export function Page() {
  const { course, cohorts, waiting } = useLoaderData<ReturnType<typeof createLoader>>()
  const [isOpening, setOpening] = useState(false)
  return (
    <StaffPage
      title="Angkatan"
      lead={
        course.enrolment === 'cohorts'
          ? `Siswa ${course.title} memilih angkatan, dan materinya terbuka bersama angkatan itu.`
          : `Siswa ${course.title} mulai kapan saja. Pilih “Per angkatan” di halaman ubah kelas supaya mereka memilih angkatan.`
      }
      back={{ to: paths.adminCourse({ courseId: course._id }), label: course.title }}
      actions={
        <Button onClick={() => setOpening(true)}>
          <Plus aria-hidden className="size-4.5" />
          Buka angkatan
        </Button>
      }
    >
      {cohorts.length === 0 ? (
        <EmptyState title="Belum ada angkatan. Buka yang pertama." />
      ) : (
        <ul className="grid gap-3">
          {cohorts.map((cohort) => (
            <li key={cohort._id} className="rounded-card border border-line bg-surface p-4 wrap-anywhere">
              <Link
                to={staffPaths.cohort({ courseId: course._id, cohortId: cohort._id })}
                className="text-lg font-bold hover:underline"
              >
                {cohort.name}
              </Link>
              <p className="text-sm text-ink-2">
                {cohortDates(cohort)} · {cohort.cancelledAt ? 'Dibatalkan' : stateLabels[cohort.state]}
              </p>
              <p className="text-sm text-ink-3">
                {cohort.seats === null
                  ? `${cohort.members ?? 0} kursi terisi`
                  : `${cohort.members ?? 0} dari ${cohort.seats} kursi terisi`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <WaitingMembers courseId={course._id} cohorts={cohorts} waiting={waiting} />
      {isOpening && <CohortDialog courseId={course._id} cohort={null} onClose={() => setOpening(false)} />}
    </StaffPage>
  )
}
