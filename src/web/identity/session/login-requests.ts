import type { Session } from '#contract/identity/identity.ts'
import { sharedValue } from '#web/kit/ui/behaviour/shared-value.ts'

/** The result of the dialog that asks for a fresh proof: it was given, signing in again replaces it, or the dialog was closed. */
export type ProofAnswer = 'proven' | { reason: string } | null
type Answer = Session | ProofAnswer
type LoginOptions = {
  reason?: string
  /** The element id to return to from the sign-up page. */
  anchor?: string
}
type Request = LoginOptions & { needsProof?: boolean; answer: (answer: Answer) => void }

const current = sharedValue<Request | null>(null)

function ask(options: Omit<Request, 'answer'>): Promise<Answer> {
  current.read()?.answer(null)
  return new Promise((resolve) => {
    current.set({
      ...options,
      answer(answer) {
        current.set(null)
        resolve(answer)
      },
    })
  })
}

/** Opens the sign-in dialog over the page. Resolves to the session, or to null when the dialog is closed. */
export const requestLogin = (options: LoginOptions = {}): Promise<Session | null> =>
  ask(options) as Promise<Session | null>

let runningProof: Promise<boolean> | null = null

/** Opens the dialog in which users prove again who they are; false when it is closed. Concurrent requests share one dialog. */
export function requestProof(): Promise<boolean> {
  runningProof ??= prove().finally(() => (runningProof = null))
  return runningProof
}

async function prove(): Promise<boolean> {
  const answer = await ask({ needsProof: true })
  return (typeof answer === 'object' ? answer && (await requestLogin(answer as { reason: string })) : answer) !== null
}

/** The dialog that is asked for. */
export const useLoginRequest = (): Request | null => current.use()
