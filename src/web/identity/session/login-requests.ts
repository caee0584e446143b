import type { Session } from '#contract/identity/identity.ts'
import { sharedValue } from '#web/kit/ui/behaviour/shared-value.ts'

/** The result of the dialog that asks for a fresh proof: it was given, signing in again replaces it, or the dialog was closed. */
export type ProofAnswer = 'proven' | { reason: string } | null
type Answer = Session | ProofAnswer
type LoginOptions = {
  reason?: string
  /** The element id to return to from the sign-up page. */
  anchor?: string
  /** A path, or the page that is shown: loaded without a session, and opened with it. */
  opens?: string | true
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

/** Whose session the calls of this page had, so whose data it shows; null before the first one, and after a sign-out. */
let userId: string | null = null
export const rememberUser = (id: string | null): void => void (userId = id)

/**
 * Loads the page again when the next session is of another person than the page: nothing that it shows or holds is theirs. Nobody is
 * asked about input that is lost. Resolves to whether there is a session that the page may go on with.
 */
export async function mayGoOn(next: Promise<Session | null>): Promise<boolean> {
  const before = userId
  const session = await next
  if (session === null || before === null || session.user._id === before) return session !== null
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)
  location.reload()
  return false
}

/** Opens the sign-in dialog for the person who was signed in. */
export const signInAgain = (options?: LoginOptions): Promise<boolean> => mayGoOn(requestLogin(options))

let runningProof: Promise<boolean> | null = null

/** Opens the dialog in which users prove again who they are; false when it is closed. Concurrent requests share one dialog. */
export function requestProof(): Promise<boolean> {
  runningProof ??= prove().finally(() => (runningProof = null))
  return runningProof
}

async function prove(): Promise<boolean> {
  const answer = await ask({ needsProof: true })
  return typeof answer === 'object' ? answer !== null && signInAgain(answer as { reason: string }) : true
}

export const currentRequest = current.read

/** The dialog that is asked for. */
export const useLoginRequest = (): Request | null => current.use()
