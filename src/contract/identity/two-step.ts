import * as z from 'zod/mini'
import { cleanLatin } from '#contract/kit/text/identifier.ts'
import { at, response, freshSignedInEndpoint, id, publicEndpoint, signedInEndpoint } from '#contract/kit/endpoint.ts'
import { session } from './identity.ts'
import { line } from '#contract/kit/input-rules.ts'

export const recoveryCodeCount = 10
export const maximumPasskeys = 10

const withoutSeparators = (value: string): string => cleanLatin(value).replaceAll(/[\s-]/g, '').toLowerCase()

/** Six digits; authenticator apps show them in two groups. */
const code = z
  .string('Kode wajib diisi')
  .check(z.overwrite(withoutSeparators), z.regex(/^\d{6}$/, 'Kode terdiri dari 6 angka'))
const recoveryCode = z
  .string('Kode pemulihan wajib diisi')
  .check(z.overwrite(withoutSeparators), z.regex(/^[a-z0-9]{12}$/, 'Kode pemulihan terdiri dari 12 huruf dan angka'))

export const codeInput = z.object({ code })
export const recoveryCodeInput = z.object({ recoveryCode })

const encoded = (maximum: number) =>
  z.string('Passkey tidak dikenali').check(z.regex(/^[A-Za-z0-9_-]+$/, 'Passkey tidak dikenali'), z.maxLength(maximum))
const credential = {
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z._default(z.record(z.string(), z.unknown()), {}),
}

/** An existing passkey's signature: the JSON form of WebAuthn's AuthenticationResponse. */
const passkeySignature = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: encoded(4_000),
      authenticatorData: encoded(4_000),
      signature: encoded(8_000),
      userHandle: z.nullish(encoded(200)),
    }),
  },
  'Passkey tidak dikenali',
)
export type PasskeySignature = z.infer<typeof passkeySignature>

/** A new passkey: the JSON form of WebAuthn's RegistrationResponse. */
const newPasskey = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: encoded(4_000),
      attestationObject: encoded(40_000),
      transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
    }),
  },
  'Passkey tidak dikenali',
)
export type NewPasskey = z.infer<typeof newPasskey>

export const passkeyNameInput = z.object({ name: line('Nama passkey wajib diisi', 60) })

const exactlyOne = (names: readonly string[]) =>
  z.refine<Record<string, unknown>>((value) => names.filter((name) => value[name] !== undefined).length === 1, {
    error: 'Isi salah satu cara verifikasi',
    path: [names[0] ?? ''],
  })

const ticket = z
  .string('Tiket masuk wajib diisi')
  .check(z.minLength(1, 'Tiket masuk wajib diisi'), z.maxLength(200, 'Tiket masuk tidak valid'))
const secondStepInput = z
  .object({
    ticket,
    code: z.optional(code),
    recoveryCode: z.optional(recoveryCode),
    response: z.optional(passkeySignature),
  })
  .check(exactlyOne(['code', 'recoveryCode', 'response']))
export type SecondStepInput = z.infer<typeof secondStepInput>

const password = z
  .string('Password wajib diisi')
  .check(z.minLength(1, 'Password wajib diisi'), z.maxLength(1000, 'Password terlalu panjang'))
export const passwordInput = z.object({ password })
const stepUpInput = z
  .object({ code: z.optional(code), password: z.optional(password), response: z.optional(passkeySignature) })
  .check(exactlyOne(['code', 'password', 'response']))
export type StepUpInput = z.infer<typeof stepUpInput>

const twoStepState = z.object({
  /** An authenticator app is set up, so that signing in with a password or with Google asks for a second step. */
  totp: z.boolean(),
  passkeys: z.array(
    z.object({ _id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
  ),
  recoveryCodesLeft: z.number(),
})
export type TwoStepState = z.infer<typeof twoStepState>

const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
/** Options for the browser's WebAuthn call, in their JSON form. */
const passkeyOptions = z.looseObject({ challenge: z.string() })
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const isOff = { TWO_STEP_OFF: { status: 409, message: 'Verifikasi dua langkah belum aktif.' } } as const
const disabled = {
  ACCOUNT_DISABLED: { status: 403, message: 'Akun ini dinonaktifkan. Hubungi kami untuk bantuan.' },
} as const

export const twoStepContract = {
  showTwoStep: signedInEndpoint
    .route(at('GET /me/two-step', 'Whether two-step sign-in is on, my passkeys, and how many recovery codes are left'))
    .output(response(twoStepState)),
  startTotp: freshSignedInEndpoint
    .route(
      at(
        'POST /me/two-step/totp',
        'Make a secret for an authenticator app; it protects nothing until a code is confirmed',
      ),
    )
    .output(response(z.object({ secret: z.string(), uri: z.string() })))
    .errors({ TWO_STEP_ON: { status: 409, message: 'Verifikasi dua langkah sudah aktif.' } }),
  confirmTotp: freshSignedInEndpoint
    .route(
      at(
        'POST /me/two-step/totp/confirm',
        'Switch two-step sign-in on with the first code; returns the recovery codes, once',
      ),
    )
    .input(codeInput)
    .output(response(recoveryCodes))
    .errors({ NO_SETUP: { status: 409, message: 'Penyiapan ini sudah kedaluwarsa. Mulai lagi dari awal.' } }),
  removeTotp: freshSignedInEndpoint
    .route(
      at('DELETE /me/two-step/totp', 'Switch two-step sign-in off; idempotent', 'Verifikasi dua langkah dimatikan.'),
    )
    .output(response(z.null())),
  renewRecoveryCodes: freshSignedInEndpoint
    .route(at('POST /me/two-step/recovery-codes', 'Replace all recovery codes; returns the new ones, once'))
    .output(response(recoveryCodes))
    .errors(isOff),

  makePasskeyOptions: freshSignedInEndpoint
    // Each stores a challenge for five minutes.
    .meta({ access: 'signed-in', timesPerHour: 60 })
    .route(at('POST /me/passkeys/options', 'WebAuthn options to create a passkey'))
    .output(response(passkeyOptions)),
  addPasskey: freshSignedInEndpoint
    .route(
      at('POST /me/passkeys', 'Add a passkey that the browser created', {
        successStatus: 201,
        successDescription: 'Passkey ditambahkan.',
      }),
    )
    .input(z.extend(passkeyNameInput, { response: newPasskey }))
    .output(response(twoStepState))
    .errors({
      TOO_MANY_PASSKEYS: { status: 409, message: `Paling banyak ${maximumPasskeys} passkey. Hapus satu dulu.` },
    }),
  removePasskey: freshSignedInEndpoint
    .route(at('DELETE /me/passkeys/{id}', 'Remove one of my passkeys', 'Passkey dihapus.'))
    .input(z.object({ id }))
    .output(response(z.null())),

  signInWithSecondStep: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(at('POST /sign-in/two-step', 'Complete a sign-in with a code, a recovery code or a passkey'))
    .input(secondStepInput)
    .output(response(session))
    .errors({
      TICKET_EXPIRED: { status: 401, message: 'Waktu verifikasi habis. Masuk lagi dari awal.' },
      WRONG_SECOND_STEP: { status: 401, message: 'Verifikasi belum cocok. Coba lagi.', data: fieldErrors },
    }),
  makePasskeySignInOptions: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(
      at(
        'POST /sign-in/passkey/options',
        'WebAuthn options to sign in, to complete a sign-in, or to step up with a passkey',
      ),
    )
    .output(response(passkeyOptions)),
  signInWithPasskey: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(at('POST /sign-in/passkey', 'Start a session with a passkey alone'))
    .input(z.object({ response: passkeySignature }))
    .output(response(session))
    .errors({
      UNKNOWN_PASSKEY: {
        status: 401,
        message: 'Passkey ini tidak dikenali. Masuk dengan password, lalu tambahkan lagi di pengaturan.',
      },
      ...disabled,
    }),

  stepUp: signedInEndpoint
    .meta({ access: 'signed-in', staysOpen: true })
    .route(at('POST /me/step-up', 'Prove again who I am; for ten minutes this session may do what needs a fresh proof'))
    .input(stepUpInput)
    .output(response(z.object({ until: z.string() })))
    .errors({
      SIGN_IN_AGAIN: {
        status: 409,
        message: 'Akun ini belum punya password. Keluar, lalu masuk lagi, supaya kami yakin ini kamu.',
      },
    }),
}
