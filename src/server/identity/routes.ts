import { ok } from '#contract/endpoint.ts'
import { endpoints } from '#server/http/index.ts'
import type { Identity } from './identity.ts'
import { presentUser } from './present.ts'

export const createIdentityRoutes = (identity: Identity) => ({
  signUp: endpoints.identity.signUp.handler(async ({ input, context, errors }) => {
    const result = await identity.signUp(input, context.client)
    if (result.outcome === 'common-password') throw errors.INVALID_INPUT({ data: { errors: { password: 'Password terlalu umum' } } })
    if (result.outcome === 'email-taken') throw errors.EMAIL_TAKEN({ data: { errors: { email: 'Email sudah terdaftar. Masuk saja?' } } })
    if (result.outcome === 'too-many-attempts') throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: result.retryAfterSeconds } })
    const { name, email } = input
    return ok(presentUser({ id: result.id, name, email, role: 'student', photo: 'default.jpg' }), 'Pendaftaran berhasil!')
  }),

  signIn: endpoints.identity.signIn.handler(async ({ input, context, errors }) => {
    const result = await identity.checkCredentials(input, context.client)
    if (result.outcome === 'wrong-credentials') throw errors.WRONG_CREDENTIALS()
    if (result.outcome === 'one-time-password') throw errors.PASSWORD_IS_ONE_TIME({ data: { resetToken: result.resetToken } })
    if (result.outcome === 'disabled') throw errors.ACCOUNT_DISABLED()
    if (result.outcome === 'too-many-attempts') throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: result.retryAfterSeconds } })
    const token = await identity.startSession(result.user, context.userAgent)
    return ok({ token, role: result.user.role, user: presentUser(result.user) })
  }),

  signOut: endpoints.identity.signOut.handler(async ({ context }) => {
    await identity.endSession(context.me().sessionId)
    return ok(null)
  }),
})
