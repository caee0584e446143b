import { Link } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { scheduleContract } from '#contract/groups/schedule.ts'
import { formatDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'

registerContract({ schedule: scheduleContract })

type Props = { courseId: string; chapters: readonly { _id: string; title: string }[] }

/** The next live meeting of a course, for its outline; nothing where none is planned. */
export default function NextMeeting({ courseId, chapters }: Props) {
  const { authenticated } = useApi()
  const schedule = useRemoteAddition(
    courseId,
    async (signal) => (await authenticated.schedule.showSchedule(undefined, { signal })).data,
  )
  const next = schedule?.find(
    (meeting) => meeting.courseId === courseId && (meeting.state === 'open' || meeting.state === 'upcoming'),
  )
  if (!next) return null
  const chapter = chapters.find(({ _id }) => _id === next.chapterId)
  return (
    <p className="mt-3 rounded-field bg-info-50 px-3 py-2 text-sm wrap-anywhere text-info">
      <span className="block font-semibold">
        {next.state === 'open' ? 'Sesi langsung sedang dibuka' : 'Sesi langsung berikutnya'}
      </span>
      {next.title}
      {chapter && ` (${chapter.title})`}, {formatDateTime(next.startsAt)}.{' '}
      <Link to={paths.schedule()} className="font-semibold underline">
        {next.state === 'open' ? 'Masuk kelas lewat Jadwal' : 'Lihat jadwal'}
      </Link>
    </p>
  )
}
