import { useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { scheduleContract, type ScheduledMeeting } from '#contract/groups/schedule.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, requireStudentArea, useApi, type Api, type PageKind } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { MeetingCard } from './meeting-card.tsx'
import { useMeetingChanges } from './meeting-changes.ts'

registerContract({ schedule: scheduleContract })

const page: PageKind<null> = {
  guard: async (api, request) => {
    await requireStudentArea(api, request)
    return null
  },
  async errorPage({ status, message }, api, request) {
    // The API client has cleared the session, so this redirects.
    if (status === 401) await requireStudentArea(api, request)
    return status === null ? null : { status, message }
  },
}

export const createScheduleLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, page, async () => {
      return { meetings: (await api.authenticated.schedule.showSchedule()).data }
    })

const isAhead = ({ state, endsAt }: ScheduledMeeting): boolean =>
  state === 'upcoming' || state === 'open' || (state === 'cancelled' && new Date(endsAt) > new Date())

/** "Jadwal": the live meetings of the student's cohorts, what is next first, and the calendar feed. */
export function SchedulePage({ actions }: { actions?: ReactNode }) {
  const { meetings } = useLoaderData<ReturnType<typeof createScheduleLoader>>()
  useMeetingChanges(meetings)
  const ahead = meetings.filter(isAhead)
  const past = meetings.filter((meeting) => !isAhead(meeting)).toReversed()
  return (
    <div className="grid gap-8">
      <PageHead title="Jadwal" noIndex />
      <div>
        <h1 className="text-2xl font-extrabold">Jadwal</h1>
        <p className="mt-1 text-ink-2">Sesi langsung dari angkatanmu. Semua jam dalam WIB.</p>
        {meetings.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-3 print:hidden">
            {actions}
            <Button variant="ghost" className="mt-3 needs-script" onClick={() => print()}>
              Cetak
            </Button>
          </div>
        )}
      </div>
      {meetings.length === 0 ? (
        <EmptyState title="Belum ada sesi langsung. Sesi dari angkatanmu muncul di sini.">
          <ButtonLink to={paths.myCourses()}>Lihat kelasku</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <section aria-labelledby="akan-datang">
            <h2 id="akan-datang" className="mb-4 text-xl font-bold">
              Akan datang
            </h2>
            {ahead.length === 0 ? (
              <p className="text-ink-3">Tidak ada sesi lagi untuk sekarang.</p>
            ) : (
              <ul className="grid gap-3">
                {ahead.map((meeting) => (
                  <li key={meeting.meetingId}>
                    <MeetingCard meeting={meeting} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {past.length > 0 && (
            <section aria-labelledby="sudah-lewat">
              <h2 id="sudah-lewat" className="mb-4 text-xl font-bold">
                Sudah lewat
              </h2>
              <ul className="grid gap-3">
                {past.map((meeting) => (
                  <li key={meeting.meetingId}>
                    <MeetingCard meeting={meeting} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      <CalendarFeed />
    </div>
  )
}

/** The URL with which a calendar shows the schedule; shown after a press, because who has it can read the schedule. */
function CalendarFeed() {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [url, setUrl] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function show(read: () => Promise<{ data: { url: string }; message?: string | undefined }>) {
    setBusy(true)
    try {
      const { data, message } = await read()
      setUrl(data.url)
      if (message) toast.success(message)
    } catch {
      toast.error('Belum bisa dimuat. Sambungkan internet, lalu coba lagi.')
      void revalidate()
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="kalender" className="rounded-card border border-line bg-surface p-5 print:hidden">
      <h2 id="kalender" className="text-lg font-bold">
        Di kalendermu
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        Tambahkan tautan ini ke Google Kalender atau kalender di ponselmu. Jangan bagikan: siapa pun yang punya
        tautannya bisa melihat jadwalmu.
      </p>
      {url === null ? (
        <Button
          className="mt-4"
          variant="outline"
          busy={isBusy}
          onClick={() => void show(() => authenticated.schedule.showScheduleFeed())}
        >
          Tampilkan tautan kalender
        </Button>
      ) : (
        <div className="mt-4 grid gap-3">
          <label className="grid gap-1.5 text-sm font-semibold">
            Tautan kalender
            <input
              readOnly
              value={url}
              onFocus={(event) => event.currentTarget.select()}
              className="block w-full rounded-field border border-border bg-surface px-3.5 py-2.5 text-base font-normal"
            />
          </label>
          <div>
            <Button
              variant="outline"
              busy={isBusy}
              onClick={() => void show(() => authenticated.schedule.renewScheduleFeed())}
            >
              Buat tautan baru
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
