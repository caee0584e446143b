import * as z from 'zod/mini'
import { answer, id, publicEndpoint, signedInEndpoint } from './endpoint.ts'
import { email, name, newPassword, personInput, sessionUser } from './identity.ts'
import { imageFile, maximumImageBytes } from './images.ts'

/** One's own account, as its owner sees it. */
export const account = z.extend(sessionUser, {
  headline: z.string(),
  bio: z.string(),
  emailVerified: z.boolean(),
  /** The address that is to replace it once the link mailed there is opened. */
  pendingEmail: z.nullable(z.string()),
  /** False for whoever has only ever signed in with Google. */
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  createdAt: z.string(),
})
export type Account = z.infer<typeof account>

const headline = z.string('Tulis satu kalimat').check(z.trim(), z.maxLength(120, 'Maksimal 120 karakter'))
const bio = z.string('Tulis beberapa kalimat').check(z.trim(), z.maxLength(1000, 'Maksimal 1000 karakter'))

/** What is left out stays as it is; a photo of null goes back to the drawing everybody starts with. */
export const updateProfileInput = z.object({
  name: z.optional(name),
  headline: z.optional(headline),
  bio: z.optional(bio),
  photo: z.optional(z.nullable(imageFile('Pilih foto dulu'))),
})
export type UpdateProfileInput = z.infer<typeof updateProfileInput>

const presentPassword = z.string('Password wajib diisi').check(z.minLength(1, 'Password saat ini wajib diisi'), z.maxLength(1000, 'Password terlalu panjang'))
export const changePasswordInput = z.object({ currentPassword: presentPassword, newPassword })
export const forgotPasswordInput = z.object({ email })
const linkToken = z.string('Tautan tidak lengkap').check(z.minLength(1, 'Tautan tidak lengkap'), z.maxLength(200, 'Tautan tidak lengkap'))
export const resetPasswordInput = z.object({ token: linkToken, password: newPassword })

/** Whoever has a password gives it; whoever has none signs in with Google shortly before. */
export const changeEmailInput = z.object({
  email,
  password: z._default(z.string('Password wajib diisi').check(z.maxLength(1000, 'Password terlalu panjang')), ''),
})

/** Whoever has a password gives it; whoever has none types the address and leaves the password empty. */
export const deleteAccountInput = z.object({
  email,
  password: z._default(z.string('Password wajib diisi').check(z.maxLength(1000, 'Password terlalu panjang')), ''),
})

export const ownSession = z.object({
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
    .route({ method: 'POST', path: '/auth/forgot-password', summary: 'Ask for a link to choose a new password; the answer is the same for every address' })
    .input(forgotPasswordInput)
    .output(answer(z.null())),
  resetPassword: publicEndpoint
    .route({ method: 'POST', path: '/auth/reset-password', summary: 'Choose a new password with a mailed link; ends all sessions' })
    .input(resetPasswordInput)
    .output(answer(z.null()))
    .errors(invalidLink),
  verifyEmail: publicEndpoint
    .route({ method: 'POST', path: '/auth/verify-email', summary: 'Confirm an address with a mailed link' })
    .input(z.object({ token: linkToken }))
    .output(answer(z.null()))
    .errors(invalidLink),

  confirmEmailChange: publicEndpoint
    .route({ method: 'POST', path: '/auth/change-email', summary: 'Take over a new address with the link mailed to it' })
    .input(z.object({ token: linkToken }))
    .output(answer(z.null()))
    .errors({ ...invalidLink, ADDRESS_TAKEN: { status: 409, message: 'Alamat ini sudah dipakai akun lain.' } }),

  me: signedInEndpoint.route({ method: 'GET', path: '/me', summary: 'Who is signed in' }).output(answer(account)),
  updateMe: signedInEndpoint
    .meta({ access: 'signed-in', upload: { field: 'photo', maximumBytes: maximumImageBytes } })
    .route({ method: 'PATCH', path: '/me', summary: 'Change name, headline, bio or photo (a photo as multipart)' })
    .input(updateProfileInput)
    .output(answer(account)),
  changePassword: signedInEndpoint
    .route({ method: 'POST', path: '/me/password', summary: 'Change the password; ends all other sessions' })
    .input(changePasswordInput)
    .output(answer(z.null()))
    .errors({ NO_PASSWORD: { status: 409, message: 'Akun ini belum punya password. Buat lewat tautan “Lupa password”.' } }),
  changeEmail: signedInEndpoint
    .route({
      method: 'POST',
      path: '/me/email',
      summary: 'Ask for another address; it counts once the link mailed to it is opened. The answer is the same for every address',
    })
    .input(changeEmailInput)
    .output(answer(z.null()))
    .errors({ SIGN_IN_AGAIN: { status: 409, message: 'Masuk lagi dengan Google dulu, supaya kami yakin ini kamu.' } }),
  cancelEmailChange: signedInEndpoint
    .route({ method: 'DELETE', path: '/me/email', summary: 'Call off the change of address that waits for its link; harmless where none does' })
    .output(answer(z.null())),
  resendVerification: signedInEndpoint
    .route({ method: 'POST', path: '/me/verification', summary: 'Send the link that confirms my address once more' })
    .output(answer(z.null())),
  listMySessions: signedInEndpoint.route({ method: 'GET', path: '/me/sessions', summary: 'Where I am signed in' }).output(answer(z.array(ownSession))),
  endMySession: signedInEndpoint
    .route({ method: 'DELETE', path: '/me/sessions/{id}', summary: 'Sign out there' })
    .input(z.object({ id }))
    .output(answer(z.null())),
  endOtherSessions: signedInEndpoint
    .route({ method: 'DELETE', path: '/me/sessions', summary: 'Sign out everywhere else' })
    .output(answer(z.object({ ended: z.number() }))),
  exportMe: signedInEndpoint
    .route({ method: 'GET', path: '/me/export', summary: 'Everything that is kept about me' })
    .output(answer(z.record(z.string(), z.unknown()))),
  deleteMe: signedInEndpoint
    .route({ method: 'POST', path: '/me/deletion', summary: 'Delete my account for good' })
    .input(deleteAccountInput)
    .output(answer(z.null()))
    .errors({ STAFF_ACCOUNT: { status: 409, message: 'Akun pengajar dan admin dihapus oleh admin lain.' } }),
}

export const profileForm = z.pick(z.extend(personInput, { headline, bio }), { name: true, headline: true, bio: true })
