import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { registerContract } from '#contract/client.ts'
import type { Meeting } from '#contract/groups/meetings-staff.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { cohortsContract } from '#contract/groups/cohorts.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { cohortDates } from '#web/groups/cohort-text.ts'
import { useMeetingChanges } from '#web/groups/meeting-changes.ts'
import { CohortDialog } from './cohort-dialog.tsx'
import { CohortMembers } from './cohort-members.tsx'
import { stateLabels } from './cohorts-page.tsx'
import { AttendanceDialog } from './attendance-dialog.tsx'
import { CancelCohortDialog } from './cancel-cohort-dialog.tsx'
import { MeetingDialog } from './meeting-dialog.tsx'

registerContract({ cohorts: cohortsContract })

export const createLoader = staffLoader(async (api, { params }) => {
  const { courseId = '', cohortId: id = '' } = params
  const { authoring, cohorts, meetings } = api.authenticated
  const [course, listed, members, planned] = await Promise.all([
    authoring.showStaffCourse({ id: courseId }),
    cohorts.listCohorts({ id: courseId }),
    cohorts.listCohortMembers({ id }),
    meetings.listMeetings({ id }),
  ])
  const cohort = listed.data.find(({ _id }) => _id === id)
  if (!cohort) throw new Response(null, { status: 404 })
  const others = listed.data.filter(({ _id, cancelledAt, state }) => _id !== id && !cancelledAt && state !== 'ended')
  return { course: course.data, cohort, others, members: members.data, meetings: planned.data }
})

type Opened =
  | { what: 'cohort' | 'cancel' }
  | { what: 'meeting'; meeting: Meeting | null }
  | { what: 'attendance'; meeting: Meeting }

const wasHeld = ({ attended, recordingContentId }: Meeting): boolean => attended > 0 || recordingContentId !== null
const hasBegun = ({ state, attended }: Meeting): boolean => attended > 0 || state === 'open' || state === 'over'

/** A cohort with its members and live meetings. */
export function Page() {
  const { course, cohort, others, members, meetings } = useLoaderData<ReturnType<typeof createLoader>>()
  const api = useApi().authenticated
  const { revalidate } = useRevalidator()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  useMeetingChanges(meetings)

  async function run(call: () => Promise<{ message?: string | undefined }>) {
    try {
      const { message } = await call()
      if (message) toast.success(message)
      await revalidate()
    } catch (error) {
      toast.error(describeFailure(error))
    }
  }

  async function cancelMeeting({ _id: id, title, state }: Meeting) {
    const question = {
      title: `Batalkan sesi “${title}”?`,
      text:
        state === 'over'
          ? 'Untuk sesi yang tidak jadi diadakan. Sesi ini tidak dihitung lagi di kehadiran siapa pun.'
          : 'Anggota angkatan diberi tahu, dan sesinya tampil sebagai dibatalkan di jadwal dan kalender mereka.',
      confirmLabel: 'Batalkan sesi',
      cancelLabel: 'Tidak jadi',
      danger: true,
    }
    if (await askConfirm(question)) await run(() => api.meetings.cancelMeeting({ id }))
  }

  return (
    <StaffPage
      title={cohort.name}
      lead={`${cohortDates(cohort)} (WIB). ${cohort.cancelledAt ? 'Dibatalkan' : stateLabels[cohort.state]}.`}
      back={{ to: staffPaths.cohorts({ courseId: course._id }), label: 'Angkatan' }}
      actions={
        !cohort.cancelledAt && (
          <>
            <Button variant="outline" onClick={() => setOpened({ what: 'cohort' })}>
              Ubah
            </Button>
            <Button variant="outline" onClick={() => setOpened({ what: 'cancel' })}>
              Batalkan angkatan
            </Button>
          </>
        )
      }
    >
      <section aria-labelledby="sesi">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="sesi" className="text-xl font-bold">
            Sesi langsung
          </h2>
          {!cohort.cancelledAt && (
            <Button className="print:hidden" onClick={() => setOpened({ what: 'meeting', meeting: null })}>
              <Plus aria-hidden className="size-4.5" />
              Jadwalkan sesi
            </Button>
          )}
        </div>
        {meetings.length === 0 ? (
          <p className="text-ink-3">Belum ada sesi.</p>
        ) : (
          <ul className="grid gap-3">
            {meetings.map((meeting) => (
              <li key={meeting._id} className="grid gap-3 rounded-card border border-line bg-surface p-4">
                <div className="wrap-anywhere">
                  <p className="font-bold">{meeting.title}</p>
                  <p className="text-sm text-ink-2">
                    {[
                      `${formatShortDateTime(meeting.startsAt)} WIB, ${meeting.minutes} menit`,
                      course.chapters.find(({ _id }) => _id === meeting.chapterId)?.title,
                      meeting.state === 'cancelled' && 'Dibatalkan',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  {hasBegun(meeting) && <p className="text-sm text-ink-3">{meeting.attended} hadir</p>}
                </div>
                {meeting.state !== 'cancelled' && (
                  <div className="flex flex-wrap gap-2 print:hidden">
                    {meeting.state === 'open' && (
                      <a
                        href={meeting.url}
                        target="_blank"
                        rel="noreferrer noopener"
                        className="inline-flex min-h-11 items-center font-semibold underline"
                      >
                        Buka sesi
                      </a>
                    )}
                    <Button variant="outline" size="sm" onClick={() => setOpened({ what: 'attendance', meeting })}>
                      Kehadiran dan rekaman
                    </Button>
                    {meeting.state !== 'over' && (
                      <Button variant="outline" size="sm" onClick={() => setOpened({ what: 'meeting', meeting })}>
                        Ubah
                      </Button>
                    )}
                    {(meeting.state !== 'over' || !wasHeld(meeting)) && (
                      <Button variant="outline" size="sm" onClick={() => void cancelMeeting(meeting)}>
                        Batalkan
                      </Button>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>

      <CohortMembers courseId={course._id} cohort={cohort} others={others} members={members} />
      {opened?.what === 'cohort' && <CohortDialog courseId={course._id} cohort={cohort} onClose={close} />}
      {opened?.what === 'cancel' && <CancelCohortDialog cohortId={cohort._id} onClose={close} />}
      {opened?.what === 'meeting' && (
        <MeetingDialog cohortId={cohort._id} chapters={course.chapters} meeting={opened.meeting} onClose={close} />
      )}
      {opened?.what === 'attendance' && (
        <AttendanceDialog meeting={opened.meeting} lessons={course.details} onClose={close} />
      )}
    </StaffPage>
  )
}
