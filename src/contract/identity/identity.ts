import * as z from 'zod/mini'
import { roles } from '#contract/kit/roles.ts'
import { personName } from '#contract/kit/input-rules.ts'
import { cleanEmail } from '#contract/kit/text/identifier.ts'
import { at, response, publicEndpoint, signedInEndpoint } from '#contract/kit/endpoint.ts'

export * from '#contract/kit/roles.ts'

export const sessionUser = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  photo: z.string(),
  avatar: z.string(),
})
export type SessionUser = z.infer<typeof sessionUser>

export const session = z.object({ token: z.string(), role: z.enum(roles), user: sessionUser })
export type Session = z.infer<typeof session>

export const secondSteps = ['totp', 'passkey', 'recovery-code'] as const
export type SecondStep = (typeof secondSteps)[number]

/** A session, or the ticket for `POST /sign-in/two-step` when the account has two-step sign-in. */
const signInResponse = z.union([
  session,
  z.object({ twoStep: z.object({ ticket: z.string(), methods: z.array(z.enum(secondSteps)) }) }),
])
export type SignInResponse = z.infer<typeof signInResponse>
/** The first step succeeded. */
export type PendingSignIn = Extract<SignInResponse, { twoStep: unknown }>['twoStep']

// Names and addresses are cleaned; passwords are not.
export const name = personName
export const email = z
  .string('Email tidak valid')
  .check(z.overwrite(cleanEmail), z.email('Email tidak valid'), z.maxLength(254, 'Email tidak valid'))
export const newPassword = z
  .string('Password minimal 6 karakter')
  .check(z.minLength(6, 'Password minimal 6 karakter'), z.maxLength(128, 'Password maksimal 128 karakter'))

/** Name and address, as at sign-up; shared by every form that creates an account. */
export const userInput = z.object({ name, email })

export const signUpInput = z.object({
  name,
  email,
  password: newPassword,
  // Ignored: public sign-up always creates a student. The specified call has these fields.
  photo: z.optional(z.string().check(z.maxLength(200))),
  role: z.optional(z.string().check(z.maxLength(20))),
})
export type SignUpInput = z.infer<typeof signUpInput>

export const signInInput = z.object({
  email,
  // Any length is accepted: the minimum applies to new passwords only.
  password: z
    .string('Password wajib diisi')
    .check(z.minLength(1, 'Password wajib diisi'), z.maxLength(1000, 'Password terlalu panjang')),
})
export type SignInInput = z.infer<typeof signInInput>

const googleSignInInput = z.object({
  idToken: z
    .string('Token Google wajib diisi')
    .check(z.minLength(1, 'Token Google wajib diisi'), z.maxLength(10_000, 'Token Google terlalu panjang')),
  /** Password of the existing account with the same address, to link the two. */
  password: z.optional(z.string().check(z.maxLength(1000, 'Password terlalu panjang'))),
})

const finishOidcInput = z.object({
  /** Added by the provider to the URL of the page; without the question mark. */
  query: z.optional(z.string().check(z.maxLength(8000, 'Terlalu panjang'))),
  /** Password of the existing account with the same address, to link the two. */
  password: z.optional(z.string().check(z.maxLength(1000, 'Password terlalu panjang'))),
})
const oidcUnavailable = {
  status: 503,
  message: 'Login organisasi sedang tidak bisa dihubungi. Coba lagi sebentar lagi.',
} as const

export const identityContract = {
  signUp: publicEndpoint
    .route(at('POST /sign-up', 'Create a student account', { successStatus: 201 }))
    .input(signUpInput)
    .output(response(sessionUser))
    .errors({
      EMAIL_TAKEN: {
        status: 409,
        message: 'Email sudah terdaftar. Masuk saja?',
        data: z.object({ errors: z.record(z.string(), z.string()) }),
      },
      // The same response for taken and free addresses, so that it reveals nothing.
      CONTINUE_BY_MAIL: {
        status: 429,
        message: 'Banyak pendaftaran dari jaringanmu. Kami mengirim tautan ke email itu: buka untuk melanjutkan.',
        data: z.object({ retryAfterSeconds: z.number() }),
      },
    }),
  signIn: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(at('POST /sign-in', 'Start a session with e-mail and password'))
    .input(signInInput)
    .output(response(signInResponse))
    .errors({
      WRONG_CREDENTIALS: { status: 401, message: 'Email atau password salah.' },
      // A one-time password issued by an operator or admin only allows setting a new password.
      PASSWORD_IS_ONE_TIME: {
        status: 403,
        message: 'Buat password sendiri dulu untuk melanjutkan.',
        data: z.object({ resetToken: z.string() }),
      },
      ACCOUNT_DISABLED: { status: 403, message: 'Akun ini dinonaktifkan. Hubungi kami untuk bantuan.' },
    }),
  googleNonce: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(at('GET /auth/google/nonce', 'The nonce for a sign-in with Google; also set as a cookie'))
    .output(response(z.object({ nonce: z.string() }))),
  googleSignIn: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(at('POST /auth/google', 'Start a session with an ID token of Google'))
    .input(googleSignInInput)
    .output(response(signInResponse))
    .errors({
      // The same message for both: the cause does not matter to the user.
      GOOGLE_FAILED: { status: 401, message: 'Login dengan Google gagal' },
      GOOGLE_UNAVAILABLE: { status: 503, message: 'Login dengan Google gagal' },
      GOOGLE_EMAIL_UNVERIFIED: {
        status: 403,
        message:
          'Google belum memverifikasi alamat email akun Google ini. Verifikasi dulu di Google, atau daftar dengan email dan password.',
      },
      LINK_NEEDS_PASSWORD: {
        status: 409,
        message: 'Alamat ini sudah punya akun. Masukkan password akun itu sekali untuk menghubungkannya.',
      },
      ACCOUNT_DISABLED: { status: 403, message: 'Akun ini dinonaktifkan. Hubungi kami untuk bantuan.' },
    }),
  startOidc: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(at('POST /auth/oidc/start', 'Where to sign in at the provider of the organisation'))
    .output(response(z.object({ url: z.string() })))
    .errors({ OIDC_UNAVAILABLE: oidcUnavailable }),
  finishOidc: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(
      at(
        'POST /auth/oidc',
        'Start a session with what the provider of the organisation sent back, or with the password after it',
      ),
    )
    .input(finishOidcInput)
    .output(response(signInResponse))
    .errors({
      OIDC_FAILED: { status: 401, message: 'Login dengan akun organisasi gagal. Coba masuk lagi.' },
      OIDC_UNAVAILABLE: oidcUnavailable,
      OIDC_EMAIL_UNVERIFIED: {
        status: 403,
        message:
          'Organisasimu belum membuktikan alamat email akun ini. Hubungi pengelolanya, atau masuk dengan password.',
      },
      LINK_NEEDS_PASSWORD: {
        status: 409,
        message: 'Alamat ini sudah punya akun. Masukkan password akun itu sekali untuk menghubungkannya.',
      },
      ACCOUNT_DISABLED: { status: 403, message: 'Akun ini dinonaktifkan. Hubungi kami untuk bantuan.' },
    }),
  signOut: signedInEndpoint
    .meta({ access: 'signed-in', staysOpen: true })
    .route(at('POST /sign-out', 'End this session'))
    .output(response(z.null())),
}
