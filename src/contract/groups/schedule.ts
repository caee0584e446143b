import * as z from 'zod/mini'
import { at, download, id, publicEndpoint, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

/** From so many minutes before its start until its end one can join a meeting. */
export const joinMinutes = 15

/** `open`: one can join now. */
export const meetingStates = ['upcoming', 'open', 'over', 'cancelled'] as const
export type MeetingState = (typeof meetingStates)[number]

const scheduledMeeting = z.object({
  meetingId: z.string(),
  title: z.string(),
  courseId: z.string(),
  courseTitle: z.string(),
  /** The cohort's name. */
  cohort: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  state: z.enum(meetingStates),
  /** From when one can join. */
  opensAt: z.string(),
  attended: z.boolean(),
  recordingContentId: z.nullable(z.string()),
  chapterId: z.nullable(z.string()),
})
export type ScheduledMeeting = z.infer<typeof scheduledMeeting>

export const scheduleContract = {
  showSchedule: signedInEndpoint
    .route(at('GET /me/schedule', 'The live meetings of my cohorts in order, from half a year ago on'))
    .output(response(z.array(scheduledMeeting))),
  joinMeeting: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 120 })
    .route(
      at(
        'POST /meetings/{id}/join',
        `The link of a meeting, from ${joinMinutes} minutes before its start until its end; counts as attendance, once`,
      ),
    )
    .input(z.object({ id }))
    .output(response(z.object({ url: z.string() })))
    .errors({
      NOT_OPEN: {
        status: 409,
        message: 'Kelas ini belum dibuka, atau sudah selesai.',
        data: z.object({ opensAt: z.nullable(z.string()) }),
      },
    }),
  showScheduleFeed: signedInEndpoint
    .route(at('GET /me/schedule/feed', 'The URL of my schedule for calendars'))
    .output(response(z.object({ url: z.string() }))),
  renewScheduleFeed: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 20 })
    .route(at('POST /me/schedule/feed', 'A new URL of my schedule; the old one ends'))
    .output(response(z.object({ url: z.string() }))),
  downloadSchedule: publicEndpoint
    .route(
      at('GET /schedule/{file}', 'A schedule as iCalendar (RFC 5545), for who has its URL `{token}.ics`', {
        outputStructure: 'detailed',
      }),
    )
    .input(z.object({ file: z.string().check(z.maxLength(200)) }))
    .output(download),
}
