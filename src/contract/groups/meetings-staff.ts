import * as z from 'zod/mini'
import { download, freshStaffEndpoint, id, response, staffEndpoint } from '#contract/kit/endpoint.ts'
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
    .route({ method: 'GET', path: '/cohorts/{id}/meetings', summary: 'The live meetings of a cohort in order' })
    .input(z.object({ id }))
    .output(response(z.array(meeting))),
  createMeetings: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 120 })
    .route({
      method: 'POST',
      path: '/cohorts/{id}/meetings',
      successStatus: 201,
      summary: 'Plan a meeting, or a series of `weeks` meetings a week apart',
    })
    .input(z.extend(newMeetingInput, { id }))
    .output(response(z.array(meeting)))
    .errors({
      TOO_MANY_MEETINGS: { status: 409, message: `Satu angkatan memuat paling banyak ${maximumMeetings} sesi.` },
    }),
  updateMeeting: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 300 })
    .route({
      method: 'PATCH',
      path: '/meetings/{id}',
      summary: 'Change a meeting; members are told of another time',
      successDescription: 'Sesi disimpan.',
    })
    .input(z.extend(meetingChangeInput, { id }))
    .output(response(meeting)),
  cancelMeeting: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 300 })
    .route({
      method: 'DELETE',
      path: '/meetings/{id}',
      summary: 'Cancel a meeting; members are told',
      successDescription: 'Sesi dibatalkan.',
    })
    .input(z.object({ id }))
    .output(response(z.null())),
  listAttendance: staffEndpoint
    .route({
      method: 'GET',
      path: '/meetings/{id}/attendance',
      summary: `Who was there; at most ${attendancePerPage} members, then those after the last one`,
    })
    .input(z.object({ id, after: z.optional(id) }))
    .output(response(z.array(attendance))),
  exportAttendance: freshStaffEndpoint
    .route({
      method: 'GET',
      path: '/meetings/{id}/attendance/export',
      summary: 'Who was there, as CSV',
      outputStructure: 'detailed',
    })
    .input(z.object({ id }))
    .output(download),
  saveAttendance: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 5000 })
    .route({
      method: 'PUT',
      path: '/meetings/{id}/attendance/{userId}',
      summary: 'Note by hand whether a member was there',
      successDescription: 'Kehadiran disimpan.',
    })
    .input(z.object({ id, userId: id, attended: z.boolean('Pilih hadir atau tidak') }))
    .output(response(z.null())),
  saveRecording: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 300 })
    .route({
      method: 'PUT',
      path: '/meetings/{id}/recording',
      summary: 'Make a lesson the recording of a meeting, or none; members are told',
    })
    .input(z.object({ id, contentId: z.nullable(id) }))
    .output(response(z.null())),
}
