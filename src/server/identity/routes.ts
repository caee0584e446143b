import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { deviceCookie, signUpCookie } from './sign-in/device-cookie.ts'
import { nonceLifeSeconds, oidcLifeSeconds } from './sign-in/lifetimes.ts'
import type { Identity } from './identity.ts'
import { presentFirstStep, presentUser } from './present.ts'
import { serve } from '#server/serve.ts'

const oidcCookie = { path: '/api/auth/oidc', maxAgeSeconds: oidcLifeSeconds }
const oidcAttempt = 'cendaki-oidc'
const oidcTicket = 'cendaki-oidc-account'
const nonceCookie = 'cendaki-google-nonce'

export const identityRoutes = (identity: Identity) => ({
  signUp: endpoints.identity.signUp.handler(async ({ input, context, errors }) => {
    const { id } = accept(
      await identity.signUp(input, { client: context.client, solution: context.challengeSolution }),
      errors,
      'created',
    )
    const { name, email } = input
    context.setCookie({ ...signUpCookie, value: await identity.makeSignUpCookie(id) })
    return ok(presentUser({ id, name, email, role: 'student', photo: 'default.jpg' }), 'Pendaftaran berhasil!')
  }),

  signIn: endpoints.identity.signIn.handler(async ({ input, context, errors }) => {
    const { client, userAgent, challengeSolution: solution } = context
    const cookie = context.readCookie(deviceCookie.name)
    const result = accept(
      await identity.signIn(input, { client, userAgent, cookie, solution }),
      errors,
      'signed-in',
      'second-step-needed',
    )
    if (result.outcome === 'signed-in')
      context.setCookie({ ...deviceCookie, value: await identity.addToDeviceCookie(cookie, input.email) })
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
    const attempt = { idToken, password, nonce: context.readCookie(nonceCookie), client }
    return ok(
      presentFirstStep(
        accept(await identity.signInWithGoogle(attempt, userAgent), errors, 'signed-in', 'second-step-needed'),
      ),
    )
  }),

  startOidc: endpoints.identity.startOidc.handler(async ({ context, errors }) => {
    const { url, cookie } = accept(await identity.startOidc(), errors, 'started')
    context.setCookie({ ...oidcCookie, name: oidcAttempt, value: cookie })
    return ok({ url })
  }),

  finishOidc: endpoints.identity.finishOidc.handler(async ({ input, context, errors }) => {
    const returned = {
      query: input.query,
      password: input.password,
      attemptCookie: context.readCookie(oidcAttempt),
      ticketCookie: context.readCookie(oidcTicket),
      client: context.client,
    }
    const { result, ticket } = await identity.finishOidc(returned, context.userAgent)
    if (ticket !== null) context.setCookie({ ...oidcCookie, name: oidcTicket, value: ticket })
    return ok(presentFirstStep(accept(result, errors, 'signed-in', 'second-step-needed')))
  }),

  signOut: serve(endpoints.identity.signOut, async (viewer) => identity.endSession(viewer)),
})
