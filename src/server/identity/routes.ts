import { ok } from '#contract/kit/endpoint.ts'
import { waitOf } from '#server/platform/challenges/index.ts'
import { endpoints } from '#server/platform/http/index.ts'
import { deviceCookie, signUpCookie } from './sign-in/device-cookie.ts'
import { nonceLifeSeconds } from './google/nonces.ts'
import type { Identity } from './identity.ts'
import { presentFirstStep, presentUser } from './present.ts'

const nonceCookie = 'cendaki-google-nonce'

export const identityRoutes = (identity: Identity) => ({
  signUp: endpoints.identity.signUp.handler(async ({ input, context, errors }) => {
    const result = await identity.signUp(input, { client: context.client, solution: context.challengeSolution })
    if (result.outcome === 'common-password') throw errors.INVALID_INPUT({ data: { errors: { password: 'Password terlalu umum' } } })
    if (result.outcome === 'email-taken') throw errors.EMAIL_TAKEN({ data: { errors: { email: 'Email sudah terdaftar. Masuk saja?' } } })
    if (result.outcome === 'continue-by-mail') throw errors.CONTINUE_BY_MAIL({ data: { retryAfterSeconds: result.retryAfterSeconds } })
    if (result.outcome === 'too-many-attempts') throw errors.TOO_MANY_REQUESTS(waitOf(result))
    const { name, email } = input
    context.setCookie({ ...signUpCookie, value: await identity.makeSignUpCookie(result.id) })
    return ok(presentUser({ id: result.id, name, email, role: 'student', photo: 'default.jpg' }), 'Pendaftaran berhasil!')
  }),

  signIn: endpoints.identity.signIn.handler(async ({ input, context, errors }) => {
    const { client, userAgent, challengeSolution: solution } = context
    const cookie = context.readCookie(deviceCookie.name)
    const result = await identity.signIn(input, { client, userAgent, cookie, solution })
    if (result.outcome === 'wrong-credentials') throw errors.WRONG_CREDENTIALS()
    if (result.outcome === 'one-time-password') throw errors.PASSWORD_IS_ONE_TIME({ data: { resetToken: result.resetToken } })
    if (result.outcome === 'disabled') throw errors.ACCOUNT_DISABLED()
    if (result.outcome === 'too-many-attempts') throw errors.TOO_MANY_REQUESTS(waitOf(result))
    if (result.next === 'session') context.setCookie({ ...deviceCookie, value: await identity.addToDeviceCookie(cookie, input.email) })
    return ok(presentFirstStep(result))
  }),

  googleNonce: endpoints.identity.googleNonce.handler(async ({ context }) => {
    const nonce = await identity.issueGoogleNonce()
    context.setCookie({ name: nonceCookie, value: nonce, path: '/api/auth/google', maxAgeSeconds: nonceLifeSeconds })
    return ok({ nonce })
  }),

  googleSignIn: endpoints.identity.googleSignIn.handler(async ({ input, context, errors }) => {
    const { client, userAgent } = context
    const { idToken, password } = input
    const result = await identity.signInWithGoogle({ idToken, password, nonce: context.readCookie(nonceCookie), client }, userAgent)
    switch (result.outcome) {
      case 'signed-in':
        return ok(presentFirstStep(result))
      case 'not-configured':
        throw errors.NOT_FOUND()
      case 'failed':
        throw errors.GOOGLE_FAILED()
      case 'unavailable':
        throw errors.GOOGLE_UNAVAILABLE()
      case 'unverified-address':
        throw errors.GOOGLE_EMAIL_UNVERIFIED()
      case 'disabled':
        throw errors.ACCOUNT_DISABLED()
      case 'needs-password':
        throw errors.LINK_NEEDS_PASSWORD()
      case 'wrong-password':
        throw errors.INVALID_INPUT({ data: { errors: { password: 'Password salah' } } })
      case 'too-many-attempts':
        throw errors.TOO_MANY_REQUESTS(waitOf(result))
    }
  }),

  signOut: endpoints.identity.signOut.handler(async ({ context }) => {
    await identity.endSession(context.viewer())
    return ok(null)
  }),
})
