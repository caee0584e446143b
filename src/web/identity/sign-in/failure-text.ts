import { failureStatus, serverMessage } from '#contract/client.ts'
import { isNetworkFailure } from '#web/identity/api.ts'

/** The message of the server, else the text of the page for a failure that never reached the server. */
export function failureText(error: unknown, fallback: string, connectionFailed: string): string {
  return (
    serverMessage(error) ?? (failureStatus(error) === null && isNetworkFailure(error) ? connectionFailed : fallback)
  )
}
