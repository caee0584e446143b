import { useSyncExternalStore } from 'react'
import type { Session } from '#contract/identity/identity.ts'

/** The result of the dialog that asks for a fresh proof: it was given, signing in again replaces it, or the dialog was closed. */
export type ProofAnswer = 'proven' | { reason: string } | null
type Answer = Session | ProofAnswer
type LoginOptions = {
  reason?: string
  /** The element id to return to from the sign-up page. */
  anchor?: string
}
type Request = LoginOptions & { needsProof?: boolean; answer: (answer: Answer) => void }

let current: Request | null = null
const listeners = new Set<() => void>()

function show(request: Request | null) {
  current = request
  for (const listener of listeners) listener()
}

function ask(options: Omit<Request, 'answer'>): Promise<Answer> {
  current?.answer(null)
  return new Promise((resolve) => {
    show({
      ...options,
      answer(answer) {
        show(null)
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

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dialog that is asked for. */
export const useLoginRequest = (): Request | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
