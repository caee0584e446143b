import { ok } from '#contract/endpoint.ts'
import { endpoints } from '#server/http/index.ts'
import type { Identity } from './identity.ts'
import { isCommonPassword } from './password.ts'
import { presentUser } from './present.ts'

export const createIdentityRoutes = (identity: Identity) => ({
  signUp: endpoints.identity.signUp.handler(async ({ input, errors }) => {
    if (isCommonPassword(input.password)) throw errors.INVALID_INPUT({ data: { errors: { password: 'Password terlalu umum' } } })
    // Whatever role and photo the body carries: the public makes students.
    const { name, email, password } = input
    const user = await identity.createUser({ name, email, password, role: 'student' })
    if (!user) throw errors.EMAIL_TAKEN({ data: { errors: { email: 'Email sudah terdaftar. Masuk saja?' } } })
    return ok(presentUser({ id: user.id, name, email, role: 'student', photo: 'default.jpg' }), 'Pendaftaran berhasil!')
  }),

  signIn: endpoints.identity.signIn.handler(async ({ input, context, errors }) => {
    const result = await identity.checkCredentials(input)
    if (result.outcome === 'wrong-credentials') throw errors.WRONG_CREDENTIALS()
    if (result.outcome === 'disabled') throw errors.ACCOUNT_DISABLED()
    const token = await identity.startSession(result.user, context.userAgent)
    return ok({ token, role: result.user.role, user: presentUser(result.user) })
  }),

  signOut: endpoints.identity.signOut.handler(async ({ context }) => {
    await identity.endSession(context.me().sessionId)
    return ok(null)
  }),

  me: endpoints.identity.me.handler(({ context }) => ok(presentUser(context.me()))),
})
