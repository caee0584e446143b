import * as z from 'zod/mini'
import { at, id, response, staffEndpoint, staleError, startedFrom } from '#contract/kit/endpoint.ts'
import { httpsLink } from '#contract/kit/https-link.ts'
import { day, line, reason } from '#contract/kit/input-rules.ts'
import { cohortErrors } from './cohort-errors.ts'
import { cohort } from './cohorts.ts'

export const maximumCohorts = 200
export const membersPerPage = 200
export const maximumAdded = 200

const seatsMessage = 'Jumlah kursi 1–100.000'
const percentMessage = 'Isi 1 sampai 100 persen'

const fields = {
  name: line('Tulis nama angkatan', 80),
  startsOn: day('Pilih tanggal mulai'),
  endsOn: z.optional(z.nullable(day('Tanggal selesai tidak valid'))),
  joinUntil: z.optional(z.nullable(day('Tanggal tutup pendaftaran tidak valid'))),
  seats: z.optional(
    z.nullable(
      z.number(seatsMessage).check(z.int(seatsMessage), z.minimum(1, seatsMessage), z.maximum(100_000, seatsMessage)),
    ),
  ),
  chatUrl: z.optional(z.nullable(httpsLink)),
  attendancePercent: z.optional(
    z.nullable(
      z
        .number(percentMessage)
        .check(z.int(percentMessage), z.minimum(1, percentMessage), z.maximum(100, percentMessage)),
    ),
  ),
  recordingCounts: z.optional(z.boolean('Pilih ya atau tidak')),
}
export const newCohortInput = z.object(fields)
export type NewCohort = z.infer<typeof newCohortInput>
export const cohortChangeInput = z.partial(z.object({ ...fields, version: startedFrom }))
export type CohortChange = z.infer<typeof cohortChangeInput>

const member = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  joinedAt: z.string(),
  /** How the right to study was granted; a buyer is removed by a refund only. */
  source: z.enum(['staff', 'free', 'purchase']),
  percent: z.number(),
})
export type CohortMember = z.infer<typeof member>

const waitingMember = z.extend(member, {
  /** The name of the cancelled cohort that the student was in. */
  cancelledCohort: z.nullable(z.string()),
})
export type WaitingMember = z.infer<typeof waitingMember>

const page = { after: z.optional(id) }
const errors = { errors: z.record(z.string(), z.string()) }

export const cohortStaffContract = {
  createCohort: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 120 })
    .route(
      at('POST /courses/{id}/cohorts', 'Open a cohort of a course', {
        successStatus: 201,
        successDescription: 'Angkatan dibuka.',
      }),
    )
    .input(z.extend(newCohortInput, { id }))
    .output(response(cohort))
    .errors({
      TOO_MANY_COHORTS: { status: 409, message: `Satu kelas memuat paling banyak ${maximumCohorts} angkatan.` },
    }),
  updateCohort: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 300 })
    .route(
      at(
        'PATCH /cohorts/{id}',
        'Change a cohort; members are told of another start, and what was open stays open',
        'Angkatan disimpan.',
      ),
    )
    .input(z.extend(cohortChangeInput, { id }))
    .output(response(cohort))
    .errors(staleError),
  deleteCohort: staffEndpoint
    .route(at('DELETE /cohorts/{id}', 'Delete a cohort without members', 'Angkatan dihapus.'))
    .input(z.object({ id }))
    .output(response(z.null()))
    .errors({
      HAS_MEMBERS: {
        status: 409,
        message: 'Angkatan ini sudah punya anggota atau pesanan. Batalkan angkatannya kalau tidak jadi.',
      },
    }),
  cancelCohort: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 60 })
    .route(
      at(
        'POST /cohorts/{id}/cancel',
        'Cancel a cohort: members are told, and choose another one or get their money back',
        'Angkatan dibatalkan. Anggotanya sudah diberi tahu.',
      ),
    )
    .input(z.object({ id, sentence: reason }))
    .output(response(cohort)),
  listCohortMembers: staffEndpoint
    .route(
      at(
        'GET /cohorts/{id}/members',
        `The members of a cohort; at most ${membersPerPage}, then those after the last one`,
      ),
    )
    .input(z.object({ id, ...page }))
    .output(response(z.array(member))),
  listWithoutCohort: staffEndpoint
    .route(
      at(
        'GET /courses/{id}/cohorts/waiting',
        'Students of a course of cohorts who have to choose one: they have none, or theirs was cancelled',
      ),
    )
    .input(z.object({ id, ...page }))
    .output(response(z.array(waitingMember))),
  addCohortMembers: staffEndpoint
    .meta({ access: 'staff', scope: 'enrollments:write', timesPerHour: 300 })
    .route(
      at(
        'POST /cohorts/{id}/members',
        'Add users to a cohort, all of them or none; who has no right to study gets one',
        { successStatus: 201 },
      ),
    )
    .input(
      z.object({
        id,
        userIds: z
          .array(id, 'Pilih siswanya')
          .check(
            z.minLength(1, 'Pilih minimal satu siswa'),
            z.maxLength(maximumAdded, `Paling banyak ${maximumAdded} siswa sekaligus`),
          ),
      }),
    )
    .output(response(z.object({ added: z.number() })))
    .errors({
      ...cohortErrors,
      NOT_ADDED: {
        status: 422,
        message: 'Tidak ada yang ditambahkan. Periksa pilihan siswanya.',
        data: z.object(errors),
      },
    }),
  moveCohortMember: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 600 })
    .route(
      at(
        'POST /cohorts/{id}/members/{userId}/move',
        'Move a member to another cohort of the same course; what was open stays open',
        'Siswa dipindahkan.',
      ),
    )
    .input(z.object({ id, userId: id, cohortId: id }))
    .output(response(z.null()))
    .errors(cohortErrors),
  removeCohortMember: staffEndpoint
    .route(
      at(
        'DELETE /cohorts/{id}/members/{userId}',
        'Remove a member who did not pay; the right to study ends',
        'Siswa dikeluarkan dari angkatan.',
      ),
    )
    .input(z.object({ id, userId: id }))
    .output(response(z.null()))
    .errors({
      HAS_PAID: { status: 409, message: 'Siswa ini membeli kelasnya, jadi keluar lewat pengembalian dana.' },
    }),
}
