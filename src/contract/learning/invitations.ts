import * as z from 'zod/mini'
import { invitedRoles } from '#contract/catalog/teachers.ts'
import { at, id, response, signedInEndpoint, staffEndpoint } from '#contract/kit/endpoint.ts'
import { cleanEmail } from '#contract/kit/text/identifier.ts'

/** Roles in a course that an invitation offers. */
export const invitationRoles = ['student', ...invitedRoles] as const
export type InvitationRole = (typeof invitationRoles)[number]

export const maximumInvited = 100
export const maximumWaitingInvitations = 500
export const invitationsPerPage = 50

export const tooManyInvitations = {
  status: 409,
  message: `Paling banyak ${maximumWaitingInvitations} undangan menunggu di satu kelas. Tarik dulu yang tidak dijawab.`,
} as const

export const someNotInvited = `Sebagian undangan belum dibuat: paling banyak ${maximumWaitingInvitations} undangan menunggu di satu kelas. Tarik dulu yang tidak dijawab.`

const emailMessage = 'Ada alamat email yang tidak valid'
const email = z
  .string(emailMessage)
  .check(z.overwrite(cleanEmail), z.email(emailMessage), z.maxLength(254, emailMessage))

export const inviteInput = z.object({
  role: z.enum(invitationRoles, 'Pilih sebagai apa'),
  emails: z
    .array(email, 'Tulis alamat emailnya')
    .check(
      z.minLength(1, 'Tulis alamat emailnya'),
      z.maxLength(maximumInvited, `Paling banyak ${maximumInvited} alamat sekali kirim`),
    ),
})

/** One that waits for an answer. */
const invitation = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.enum(invitationRoles),
  invitedAt: z.string(),
  /** Null: the mail waits, because the mailbox had enough mails. */
  mailedAt: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof invitation>

const myInvitation = z.object({
  _id: z.string(),
  course: z.object({ _id: z.string(), title: z.string() }),
  role: z.enum(invitationRoles),
  inviter: z.string(),
  invitedAt: z.string(),
})
export type MyInvitation = z.infer<typeof myInvitation>

const ofCourse = z.object({ id, invitationId: id })

/** The invitations of a course, for its staff: students for who edits it, teachers for its owner. */
export const invitationsContract = {
  listInvitations: staffEndpoint
    .route(at('GET /courses/{id}/invitations', 'Who was invited to a course and has not accepted yet, oldest first'))
    .input(z.object({ id, after: z.optional(id) }))
    .output(response(z.object({ rows: z.array(invitation), total: z.number() }))),
  invite: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 30 })
    .route(
      at(
        'POST /courses/{id}/invitations',
        'Invite people by their addresses as students or teachers of a course; the answer is the same with and without an account',
        { successStatus: 201 },
      ),
    )
    .input(z.extend(inviteInput, { id }))
    .output(response(z.object({ count: z.number() })))
    .errors({
      TOO_MANY_INVITATIONS: tooManyInvitations,
    }),
  resendInvitation: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 120 })
    .route(
      at(
        'POST /courses/{id}/invitations/{invitationId}/resend',
        'Mail an invitation again, once a day',
        'Undangan dikirim lagi.',
      ),
    )
    .input(ofCourse)
    .output(response(z.null()))
    .errors({
      MAILED_TODAY: { status: 409, message: 'Undangan ini sudah dikirim hari ini. Kirim lagi besok.' },
    }),
  withdrawInvitation: staffEndpoint
    .route(at('DELETE /courses/{id}/invitations/{invitationId}', 'Take back an invitation', 'Undangan ditarik.'))
    .input(ofCourse)
    .output(response(z.null())),
}

const ofTeacher = z.object({ id, userId: id })

/** Who teaches a course beside its owner. */
export const teachersContract = {
  changeTeacher: staffEndpoint
    .route(at('PUT /courses/{id}/teachers/{userId}', 'Change what somebody may do in a course', 'Perannya diubah.'))
    .input(z.extend(ofTeacher, { role: z.enum(invitedRoles, 'Pilih sebagai apa') }))
    .output(response(z.null())),
  removeTeacher: staffEndpoint
    .route(
      at(
        'DELETE /courses/{id}/teachers/{userId}',
        'End what somebody teaches and earns of a course; teachers may leave',
        'Tidak mengajar kelas ini lagi.',
      ),
    )
    .input(ofTeacher)
    .output(response(z.null())),
}

const unproven = {
  EMAIL_UNPROVEN: { status: 409, message: 'Konfirmasi dulu alamat emailmu, lalu terima undangannya.' },
} as const

/** The invitations to the proven address of the caller. */
export const myInvitationsContract = {
  listMyInvitations: signedInEndpoint
    .route(at('GET /me/invitations', 'Courses that I am invited to'))
    .output(response(z.object({ isProven: z.boolean(), rows: z.array(myInvitation) }))),
  acceptInvitation: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 120 })
    .route(at('POST /me/invitations/{id}/accept', 'Accept an invitation: study or teach the course from now on'))
    .input(z.object({ id }))
    .output(response(z.object({ courseId: z.string(), role: z.enum(invitationRoles) })))
    .errors({
      ...unproven,
      NEEDS_INSTRUCTOR: {
        status: 409,
        message:
          'Untuk mengajar, akunmu perlu menjadi instruktur. Minta pengelola situs mengubah peranmu, lalu terima lagi.',
      },
    }),
  declineInvitation: signedInEndpoint
    .route(at('DELETE /me/invitations/{id}', 'Decline an invitation', 'Undangan ditolak.'))
    .input(z.object({ id }))
    .output(response(z.null())),
}
