import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { registerContract, serverMessage } from '#contract/client.ts'
import { scheduleContract, type ScheduledMeeting } from '#contract/groups/schedule.ts'
import { formatDateTime, jakartaMinute } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'

registerContract({ schedule: scheduleContract })

const hour = (iso: string): string => jakartaMinute(iso).slice(11).replace(':', '.')

/** A live meeting of the viewer's cohort: when it is, and 'Masuk kelas' while it is open. */
export function MeetingCard({ meeting }: { meeting: ScheduledMeeting }) {
  const { title, courseId, courseTitle, cohort, startsAt, endsAt, state, attended, recordingContentId } = meeting
  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface p-4 md:p-5">
      <div className="min-w-0 wrap-anywhere">
        <h3 className="font-bold">{title}</h3>
        <p className={state === 'cancelled' ? 'line-through' : 'font-semibold'}>
          {formatDateTime(startsAt).replace(' WIB', '')}–{hour(endsAt)} WIB
        </p>
        <p className="text-sm text-ink-3">
          <Link to={paths.courseDetail({ courseId })} className="hover:underline">
            {courseTitle}
          </Link>
          {' · '}
          {cohort}
        </p>
      </div>
      {state === 'cancelled' && <p className="text-sm font-semibold text-mengkudu">Dibatalkan</p>}
      {state === 'over' && (
        <p className="text-sm text-ink-2">{attended ? 'Kamu hadir.' : 'Kamu tidak tercatat hadir.'}</p>
      )}
      {state === 'open' && <JoinButton meetingId={meeting.meetingId} />}
      {state === 'upcoming' && (
        <p className="text-sm text-ink-2">Bisa masuk mulai pukul {hour(meeting.opensAt)} WIB.</p>
      )}
      {recordingContentId && (
        <div>
          <ButtonLink to={paths.player({ courseId, lessonId: recordingContentId })} variant="outline">
            Tonton rekaman
          </ButtonLink>
        </div>
      )}
    </article>
  )
}

function JoinButton({ meetingId }: { meetingId: string }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function join() {
    setBusy(true)
    setFailure(null)
    try {
      const { data } = await authenticated.schedule.joinMeeting({ id: meetingId })
      location.assign(data.url)
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Belum bisa masuk. Sambungkan internet, lalu coba lagi.')
      setBusy(false)
      void revalidate()
    }
  }

  return (
    <div className="grid gap-2 print:hidden">
      <Button size="lg" block busy={isBusy} onClick={() => void join()}>
        Masuk kelas
      </Button>
      {failure && <FormError>{failure}</FormError>}
    </div>
  )
}
