import { data } from 'react-router'
import { failureStatus, serverMessage } from '#contract/client.ts'

/** Turns a failed call into a route error with the server's status and message, or with the fallback message. */
export async function orRouteError<Result>(result: Promise<Result>, fallback: string): Promise<Result> {
  try {
    return await result
  } catch (error) {
    if (error instanceof DOMException || error instanceof Response) throw error
    throw data(serverMessage(error) ?? fallback, { status: failureStatus(error) ?? 500 })
  }
}
