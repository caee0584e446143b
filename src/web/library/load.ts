import { data } from 'react-router'
import { failureStatus, serverMessage } from '#contract/client.ts'

/** Turns a refused call into what the error page shows: the server's status and words, else these. */
export async function orFail<Answer>(answer: Promise<Answer>, fallback: string): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof DOMException || error instanceof Response) throw error
    throw data(serverMessage(error) ?? fallback, { status: failureStatus(error) ?? 500 })
  }
}
