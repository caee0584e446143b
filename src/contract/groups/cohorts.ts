import * as z from 'zod/mini'
import { cohortErrors } from './cohort-errors.ts'
import { at, id, publicEndpoint, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

/** `running` can no longer be joined; a cohort that started and still can is `open`. */
export const cohortStates = ['open', 'full', 'closed', 'running', 'ended'] as const
export type CohortState = (typeof cohortStates)[number]

/** A cohort of a course. Days (YYYY-MM-DD) are those of western Indonesia. */
export const cohort = z.object({
  _id: z.string(),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.nullable(z.string()),
  joinUntil: z.string(),
  /** Null: as many as like. */
  seats: z.nullable(z.number()),
  seatsLeft: z.nullable(z.number()),
  state: z.enum(cohortStates),
  /** The viewer's own cohort. */
  isMine: z.optional(z.literal(true)),
  /** An open order of the viewer holds a seat: also the last one can still be bought by them. */
  isHeld: z.optional(z.literal(true)),
  /** For its members and the staff of the course. */
  chatUrl: z.optional(z.nullable(z.string())),
  /** When it was cancelled, for its members and the staff of the course. */
  cancelledAt: z.optional(z.nullable(z.string())),
  cancelSentence: z.optional(z.nullable(z.string())),
  /** The rest is for the staff of the course. */
  members: z.optional(z.number()),
  attendancePercent: z.optional(z.nullable(z.number())),
  recordingCounts: z.optional(z.boolean()),
  version: z.optional(z.number()),
})
export type Cohort = z.infer<typeof cohort>

export const cohortsContract = {
  listCohorts: publicEndpoint
    .route(
      at(
        'GET /courses/{id}/cohorts',
        'The cohorts of a course that can be joined, with my own; all of them for its staff',
      ),
    )
    .input(z.object({ id }))
    .output(response(z.array(cohort))),
  chooseCohort: signedInEndpoint
    .route(
      at('POST /courses/{id}/cohort', 'Choose a cohort for my right to study, without one or after mine was cancelled'),
    )
    .input(z.object({ id, cohortId: id }))
    .output(response(cohort))
    .errors({
      ...cohortErrors,
      NOT_ENROLLED: { status: 403, message: 'Belum terdaftar di kelas ini.' },
      ALREADY_IN_COHORT: {
        status: 409,
        message: 'Kamu sudah punya angkatan di kelas ini. Mau pindah? Hubungi instruktur, ya.',
      },
    }),
}
