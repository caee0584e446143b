import * as z from 'zod/mini'
import {
  at,
  download,
  freshSignedInEndpoint,
  response,
  id,
  publicEndpoint,
  signedInEndpoint,
} from '#contract/kit/endpoint.ts'
import { email, name, newPassword, userInput, sessionUser } from './identity.ts'
import { imageFile, maximumImageBytes } from '#contract/kit/media/images.ts'

/** The account of the signed-in user. */
const account = z.extend(sessionUser, {
  headline: z.string(),
  bio: z.string(),
  emailVerified: z.boolean(),
  /** The requested new address; it takes effect when the mailed link is opened. */
  pendingEmail: z.nullable(z.string()),
  /** False for accounts that were created with Google or by an organisation, and never set a password. */
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  /** Linked to an account of the organisation (OpenID Connect). */
  hasOrganisation: z.boolean(),
  createdAt: z.string(),
})
export type Account = z.infer<typeof account>

const headline = z.string('Tulis satu kalimat').check(z.trim(), z.maxLength(120, 'Maksimal 120 karakter'))
const bio = z.string('Tulis beberapa kalimat').check(z.trim(), z.maxLength(1000, 'Maksimal 1000 karakter'))

/** Missing fields are left unchanged. `photo: null` restores the generated avatar. */
const updateProfileInput = z.object({
  name: z.optional(name),
  headline: z.optional(headline),
  bio: z.optional(bio),
  photo: z.optional(z.nullable(imageFile('Pilih foto dulu'))),
})
export type UpdateProfileInput = z.infer<typeof updateProfileInput>

const currentPassword = z
  .string('Password wajib diisi')
  .check(z.minLength(1, 'Password saat ini wajib diisi'), z.maxLength(1000, 'Password terlalu panjang'))
export const changePasswordInput = z.object({ currentPassword, newPassword })
export const forgotPasswordInput = z.object({ email })
/** How long the link to a new password holds. */
export const resetMinutes = 30
export const unlinkInput = z.object({
  password: z
    .string('Password wajib diisi')
    .check(z.minLength(1, 'Password wajib diisi'), z.maxLength(1000, 'Password terlalu panjang')),
})
const linkToken = z
  .string('Tautan tidak lengkap')
  .check(z.minLength(1, 'Tautan tidak lengkap'), z.maxLength(200, 'Tautan tidak lengkap'))
export const resetPasswordInput = z.object({ token: linkToken, password: newPassword })

/** Accounts with a password must send it; accounts without one need a recent sign-in. */
export const changeEmailInput = z.object({
  email,
  password: z._default(z.string('Password wajib diisi').check(z.maxLength(1000, 'Password terlalu panjang')), ''),
})

/** Accounts with a password must send it; accounts without one confirm with their address and an empty password. */
export const deleteAccountInput = z.object({
  email,
  password: z._default(z.string('Password wajib diisi').check(z.maxLength(1000, 'Password terlalu panjang')), ''),
})

const ownSession = z.object({
  _id: z.string(),
  /** Such as 'Chrome di Android'. */
  device: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
})
export type OwnSession = z.infer<typeof ownSession>

const invalidLink = {
  INVALID_LINK: {
    status: 422,
    message: 'Tautan ini sudah dipakai atau kedaluwarsa. Minta tautan baru.',
    data: z.object({ errors: z.record(z.string(), z.string()) }),
  },
} as const

export const accountContract = {
  forgotPassword: publicEndpoint
    .route(
      at(
        'POST /auth/forgot-password',
        'Request a link to set a new password; the response is the same for every address',
      ),
    )
    .input(forgotPasswordInput)
    .output(response(z.null())),
  resetPassword: publicEndpoint
    .route(at('POST /auth/reset-password', 'Set a new password with a mailed link; ends all sessions'))
    .input(resetPasswordInput)
    .output(response(z.null()))
    .errors(invalidLink),
  verifyEmail: publicEndpoint
    .route(
      at(
        'POST /auth/verify-email',
        'Confirm an address with a mailed link. Outside the browser that signed up, all access from before ends; the response has a token to set a new password',
      ),
    )
    .input(z.object({ token: linkToken }))
    .output(response(z.nullable(z.object({ resetToken: z.string() }))))
    .errors(invalidLink),

  confirmEmailChange: publicEndpoint
    .route(
      at(
        'POST /auth/change-email',
        'Confirm a new address with the link mailed to it, signed in to its account unless no address of it was proven before',
      ),
    )
    .input(z.object({ token: linkToken }))
    .output(response(z.nullable(z.object({ resetToken: z.string() }))))
    .errors({
      ...invalidLink,
      ADDRESS_TAKEN: { status: 409, message: 'Alamat ini sudah dipakai akun lain.' },
      SIGN_IN_FIRST: {
        status: 403,
        message: 'Masuk dulu ke akun yang alamatnya mau diganti, lalu buka lagi tautan ini.',
      },
    }),

  me: signedInEndpoint
    .meta({ access: 'signed-in', staysOpen: true })
    .route(at('GET /me', 'The signed-in user'))
    .output(response(account)),
  updateMe: signedInEndpoint
    .meta({ access: 'signed-in', upload: { field: 'photo', maximumBytes: maximumImageBytes } })
    .route(at('PATCH /me', 'Change name, headline, bio or photo (a photo as multipart)'))
    .input(updateProfileInput)
    .output(response(account)),
  changePassword: signedInEndpoint
    .route(
      at(
        'POST /me/password',
        'Change the password; ends all other sessions',
        'Password diganti. Perangkat lain sudah dikeluarkan.',
      ),
    )
    .input(changePasswordInput)
    .output(response(z.null()))
    .errors({
      NO_PASSWORD: { status: 409, message: 'Akun ini belum punya password. Buat lewat tautan “Lupa password”.' },
    }),
  unlinkGoogle: signedInEndpoint
    .route(
      at(
        'POST /me/google/unlink',
        'Unlink my Google account; needs the password of the account',
        'Akun Google diputuskan.',
      ),
    )
    .input(unlinkInput)
    .output(response(z.null()))
    .errors({
      NO_PASSWORD: { status: 409, message: 'Akun ini belum punya password. Buat lewat tautan “Lupa password”.' },
      NOT_LINKED: { status: 409, message: 'Akun ini tidak terhubung dengan Google.' },
    }),
  unlinkOidc: signedInEndpoint
    .route(
      at(
        'POST /me/oidc/unlink',
        'Unlink my account of the organisation; needs the password of the account',
        'Akun organisasi diputuskan.',
      ),
    )
    .input(unlinkInput)
    .output(response(z.null()))
    .errors({
      NO_PASSWORD: { status: 409, message: 'Akun ini belum punya password. Buat lewat tautan “Lupa password”.' },
      NOT_LINKED: { status: 409, message: 'Akun ini tidak terhubung dengan akun organisasi.' },
    }),
  changeEmail: signedInEndpoint
    .route(
      at(
        'POST /me/email',
        'Request a change of address; it takes effect when the mailed link is opened. The response is the same for every address',
        'Kami mengirim tautan ke alamat baru. Alamat berganti setelah tautan itu dibuka.',
      ),
    )
    .input(changeEmailInput)
    .output(response(z.null()))
    .errors({ SIGN_IN_AGAIN: { status: 409, message: 'Masuk lagi dulu, supaya kami yakin ini kamu.' } }),
  cancelEmailChange: signedInEndpoint
    .route(
      at('DELETE /me/email', 'Cancel the pending change of address; idempotent', 'Permintaan ganti email dibatalkan.'),
    )
    .output(response(z.null())),
  resendVerification: signedInEndpoint
    .route(at('POST /me/verification', 'Resend the link that confirms my address'))
    .output(response(z.null())),
  listMySessions: signedInEndpoint.route(at('GET /me/sessions', 'My sessions')).output(response(z.array(ownSession))),
  endMySession: signedInEndpoint
    .route(at('DELETE /me/sessions/{id}', 'End one of my sessions'))
    .input(z.object({ id }))
    .output(response(z.null())),
  endOtherSessions: signedInEndpoint
    .route(at('DELETE /me/sessions', 'End all my other sessions'))
    .output(response(z.object({ ended: z.number() }))),
  exportMe: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 10 })
    .route(
      at(
        'GET /me/export',
        'All data stored about me as JSON, `{ success, data }`, made while it is sent; one at a time',
        { outputStructure: 'detailed' },
      ),
    )
    .output(download),
  deleteMe: freshSignedInEndpoint
    .route(at('POST /me/deletion', 'Delete my account permanently', 'Akunmu sudah dihapus.'))
    .input(deleteAccountInput)
    .output(response(z.null()))
    .errors({ STAFF_ACCOUNT: { status: 409, message: 'Akun instruktur dan admin dihapus oleh admin lain.' } }),
}

export const profileForm = z.pick(z.extend(userInput, { headline, bio }), { name: true, headline: true, bio: true })
