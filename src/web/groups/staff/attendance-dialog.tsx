import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { attendancePerPage, type Attendance, type Meeting } from '#contract/groups/meetings-staff.ts'
import { useApi } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { useMoreRows } from '#web/kit/ui/behaviour/use-more-rows.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { SelectField } from '#web/kit/ui/field.tsx'
import { MoreButton } from '#web/kit/ui/lists/more-button.tsx'

type Props = { meeting: Meeting; lessons: readonly { _id: string; title: string }[]; onClose: () => void }

const none: readonly Attendance[] = []

const why = { join: 'masuk kelas', hand: 'dicatat', recording: 'menonton rekaman' }

/** Who was at a meeting, by itself and by hand, and which lesson is its recording. */
export function AttendanceDialog({ meeting, lessons, onClose }: Props) {
  const { meetings } = useApi().authenticated
  const { revalidate } = useRevalidator()
  const [recording, setRecording] = useState(meeting.recordingContentId ?? '')
  const listed = useRemote(
    meeting._id,
    async (signal) => (await meetings.listAttendance({ id: meeting._id }, { signal })).data,
  )
  const { rows, ...more } = useMoreRows(listed.data ?? none, {
    keyOf: ({ userId }) => userId,
    perPage: attendancePerPage,
    read: async (after) => (await meetings.listAttendance({ id: meeting._id, after })).data,
  })

  async function save(call: () => Promise<{ message?: string | undefined }>) {
    try {
      const { message } = await call()
      if (message) toast.success(message)
      listed.reload()
      await revalidate()
    } catch (error) {
      toast.error(describeFailure(error))
    }
  }

  return (
    <Dialog title={`Kehadiran: ${meeting.title}`} open onClose={onClose}>
      <div className="grid gap-5">
        <SelectField
          label="Rekaman"
          hint="Materi kelas yang menjadi rekamannya. Anggota diberi tahu."
          value={recording}
          onChange={({ currentTarget: { value } }) => {
            setRecording(value)
            void save(() => meetings.saveRecording({ id: meeting._id, contentId: value === '' ? null : value }))
          }}
        >
          <option value="">Belum ada</option>
          {lessons.map(({ _id, title }) => (
            <option key={_id} value={_id}>
              {title}
            </option>
          ))}
        </SelectField>
        {listed.status === 'failed' && (
          <ErrorState
            title="Kehadiran belum bisa dimuat"
            text="Sambungkan internet, lalu coba lagi."
            onRetry={listed.reload}
          />
        )}
        {listed.status === 'loading' && <Skeleton className="h-24 w-full" />}
        {listed.data?.length === 0 && <p className="text-ink-3">Belum ada anggota.</p>}
        {rows.length > 0 && (
          <ul className="divide-y divide-line">
            {rows.map(({ userId, name, attended, by }) => (
              <li key={userId}>
                <label className="flex min-h-11 items-center justify-between gap-4 py-2 wrap-anywhere">
                  <span>
                    {name}
                    {by && <span className="block text-sm text-ink-3">{why[by]}</span>}
                  </span>
                  <span className="flex items-center gap-2 text-sm font-semibold">
                    Hadir
                    <input
                      type="checkbox"
                      className="size-5 accent-nila"
                      checked={attended}
                      onChange={() =>
                        void save(() => meetings.saveAttendance({ id: meeting._id, userId, attended: !attended }))
                      }
                    />
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
        <MoreButton label="Anggota" {...more} />
        <DownloadButton load={async () => (await meetings.exportAttendance({ id: meeting._id })).body}>
          Unduh CSV
        </DownloadButton>
      </div>
    </Dialog>
  )
}
