import * as z from 'zod/mini'
import { at, download, freshStaffEndpoint, id, response, staffEndpoint } from '#contract/kit/endpoint.ts'
import { instant, line } from '#contract/kit/input-rules.ts'
import { httpsLink } from '#contract/kit/https-link.ts'
import { meetingStates } from './schedule.ts'

// Live meetings ("Sesi langsung") of a cohort as the staff of its course plan them.

export const maximumMeetings = 500
export const maximumWeeks = 52
export const attendancePerPage = 200

const minutesMessage = 'Lama sesi 5–720 menit'
const weeksMessage = 'Ulangi 1 sampai 52 minggu'

const fields = {
  title: line('Tulis judul sesi', 120),
  startsAt: instant('Pilih tanggal dan jam mulai'),
  minutes: z
    .number(minutesMessage)
    .check(z.int(minutesMessage), z.minimum(5, minutesMessage), z.maximum(720, minutesMessage)),
  url: httpsLink,
  chapterId: z.optional(z.nullable(id)),
}
export const newMeetingInput = z.object({
  ...fields,
  /** So many meetings, a week apart. */
  weeks: z.optional(
    z
      .number(weeksMessage)
      .check(z.int(weeksMessage), z.minimum(1, weeksMessage), z.maximum(maximumWeeks, weeksMessage)),
  ),
})
export type NewMeeting = z.infer<typeof newMeetingInput>
export const meetingChangeInput = z.partial(z.object(fields))
export type MeetingChange = z.infer<typeof meetingChangeInput>

/** Keeps what was: of a meeting that is over, only attendance and recording can still be noted. */
const overErrors = {
  MEETING_OVER: {
    status: 409,
    message: 'Sesi ini sudah selesai. Yang masih bisa dicatat adalah kehadiran dan rekamannya.',
  },
} as const

const meeting = z.object({
  _id: z.string(),
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  minutes: z.number(),
  state: z.enum(meetingStates),
  url: z.string(),
  chapterId: z.nullable(z.string()),
  recordingContentId: z.nullable(z.string()),
  /** How many were there, without those who watched the recording. */
  attended: z.number(),
})
export type Meeting = z.infer<typeof meeting>

const attendance = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  attended: z.boolean(),
  /** Why it counts: joined, noted by staff, or watched the recording. */
  by: z.nullable(z.enum(['join', 'hand', 'recording'])),
  at: z.nullable(z.string()),
})
export type Attendance = z.infer<typeof attendance>

export const meetingStaffContract = {
  listMeetings: staffEndpoint
    .route(at('GET /cohorts/{id}/meetings', 'The live meetings of a cohort in order'))
    .input(z.object({ id }))
    .output(response(z.array(meeting))),
  createMeetings: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 120 })
    .route(
      at('POST /cohorts/{id}/meetings', 'Plan a meeting, or a series of `weeks` meetings a week apart', {
        successStatus: 201,
      }),
    )
    .input(z.extend(newMeetingInput, { id }))
    .output(response(z.array(meeting)))
    .errors({
      TOO_MANY_MEETINGS: { status: 409, message: `Satu angkatan memuat paling banyak ${maximumMeetings} sesi.` },
    }),
  updateMeeting: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 300 })
    .route(at('PATCH /meetings/{id}', 'Change a meeting; members are told of another time', 'Sesi disimpan.'))
    .input(z.extend(meetingChangeInput, { id }))
    .output(response(meeting))
    .errors(overErrors),
  cancelMeeting: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 300 })
    .route(
      at(
        'DELETE /meetings/{id}',
        'Cancel a meeting; members are told. One that is over was only held if somebody was there or it has a recording',
        'Sesi dibatalkan.',
      ),
    )
    .input(z.object({ id }))
    .output(response(z.null()))
    .errors(overErrors),
  listAttendance: staffEndpoint
    .route(
      at(
        'GET /meetings/{id}/attendance',
        `Who was there; at most ${attendancePerPage} members, then those after the last one`,
      ),
    )
    .input(z.object({ id, after: z.optional(id) }))
    .output(response(z.array(attendance))),
  exportAttendance: freshStaffEndpoint
    .route(at('GET /meetings/{id}/attendance/export', 'Who was there, as CSV', { outputStructure: 'detailed' }))
    .input(z.object({ id }))
    .output(download),
  saveAttendance: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 5000 })
    .route(
      at('PUT /meetings/{id}/attendance/{userId}', 'Note by hand whether a member was there', 'Kehadiran disimpan.'),
    )
    .input(z.object({ id, userId: id, attended: z.boolean('Pilih hadir atau tidak') }))
    .output(response(z.null())),
  saveRecording: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 300 })
    .route(at('PUT /meetings/{id}/recording', 'Make a lesson the recording of a meeting, or none; members are told'))
    .input(z.object({ id, contentId: z.nullable(id) }))
    .output(response(z.null())),
}
