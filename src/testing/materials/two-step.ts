import { TOTP } from 'otpauth'
import { password, type SignedIn } from '#testing/factories.ts'
import type { TestSite } from '#testing/test-site.ts'

/** The code that an authenticator app shows; `offset` counts 30-second steps from now. */
export const codeOf = (secret: string, site: Pick<TestSite, 'clock'>, offset = 0): string =>
  new TOTP({ secret }).generate({ timestamp: site.clock.now().getTime() + offset * 30_000 })

/** Switches two-step sign-in on, and waits until the app shows a new code. */
export async function enableTwoSteps(site: Pick<TestSite, 'call' | 'clock'>, { token }: Pick<SignedIn, 'token'>) {
  const setup = await site.call('POST', '/me/two-step/totp', { token })
  const secret = setup.body.data.secret as string
  const confirmed = await site.call('POST', '/me/two-step/totp/confirm', {
    token,
    body: { code: codeOf(secret, site) },
  })
  site.clock.advance(30_000)
  return { secret, recoveryCodes: confirmed.body.data.recoveryCodes as string[] }
}

/** Calls that the tests of two-step sign-in repeat, each time from another client. */
export function twoStepCalls(readSite: () => TestSite) {
  let clients = 0
  const newClient = () => `jaringan-${++clients}`
  const signIn = (email: string, secret = password) =>
    readSite().call('POST', '/sign-in', { body: { email, password: secret }, client: newClient() })
  return {
    newClient,
    signIn,
    ticketOf: async (email: string): Promise<string> => (await signIn(email)).body.data.twoStep.ticket,
    completeSignIn: (body: object, client = newClient()) =>
      readSite().call('POST', '/sign-in/two-step', { body, client }),
    /** A student with two-step sign-in. */
    async createProtectedStudent() {
      const student = await readSite().createStudent()
      return { ...student, ...(await enableTwoSteps(readSite(), student)) }
    },
    /** Follows the mailed link to set a new password. */
    async resetByMail(email: string, newPassword: string) {
      await readSite().call('POST', '/auth/forgot-password', { body: { email }, client: newClient() })
      const token = /#token=([\w-]+)/.exec((await readSite().mailsTo(email)).at(-1)?.text ?? '')?.[1]
      return readSite().call('POST', '/auth/reset-password', {
        body: { token, password: newPassword },
        client: newClient(),
      })
    },
    auditedActions: async (subjectId: string) =>
      (await readSite().app.modules.audit.list({ subjectId }, { page: 1, limit: 50 })).entries.map(
        ({ action }) => action,
      ),
    mailSubjects: async (email: string) => (await readSite().mailsTo(email)).map(({ subject }) => subject),
  }
}

export const failureOf = ({ status, body }: { status: number; body: { code: string; errors?: object } }) => [
  status,
  body.code,
  body.errors,
]
