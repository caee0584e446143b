import type { Transaction } from '#contract/commerce/transactions.ts'
import { proofProblem } from '#contract/commerce/transfers.ts'
import { imageProblem } from '#contract/kit/media/images.ts'

/** The form that sends a proof. */
export type ProofState =
  | { step: 'idle'; problem: string | null }
  /** The picture is made smaller. */
  | { step: 'preparing'; chosen: File }
  | { step: 'chosen'; file: File; problem: string | null }
  | { step: 'sending'; file: File }
  | { step: 'sent'; /** When the proof before it arrived. */ before: string | null }

export type ProofEvent =
  | { type: 'choose'; file: File | undefined }
  | { type: 'prepared'; chosen: File; file: File }
  | { type: 'send' }
  | { type: 'sent'; before: string | null }
  | { type: 'read'; state: NonNullable<Transaction['transfer']>['state']; proofAt: string | null }
  | { type: 'failed'; message: string }

export const noProof: ProofState = { step: 'idle', problem: null }

/** Only the newest choice counts, a file that cannot be a picture is never sent, a second press changes nothing while one is sent, a failure keeps the file, and after a refusal another one can be sent. */
export function reduceProof(state: ProofState, event: ProofEvent): ProofState {
  switch (event.type) {
    case 'choose':
      return state.step === 'sending' || !event.file ? state : { step: 'preparing', chosen: event.file }
    case 'prepared': {
      // Another one was chosen meanwhile.
      if (state.step !== 'preparing' || state.chosen !== event.chosen) return state
      const problem = imageProblem(event.file)
      return problem
        ? { step: 'idle', problem: proofProblem(problem) }
        : { step: 'chosen', file: event.file, problem: null }
    }
    case 'send':
      if (state.step === 'chosen') return { step: 'sending', file: state.file }
      return state.step === 'idle' ? { step: 'idle', problem: 'Pilih gambar bukti transfer dulu' } : state
    case 'sent':
      return state.step === 'sending' ? { step: 'sent', before: event.before } : state
    case 'read': {
      // A refusal from before this proof arrived says nothing about it.
      const isRefused = state.step === 'sent' && event.state === 'refused' && event.proofAt !== state.before
      return isRefused ? noProof : state
    }
    case 'failed':
      return state.step === 'sending' ? { step: 'chosen', file: state.file, problem: event.message } : state
  }
}
