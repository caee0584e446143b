// The provider’s rule: the merchant's status code determines how often a notification is retried.
const retryDelaysMinutes = [2, 10, 30, 90, 210]

/** The number of retries that a status code allows; null means a timeout or a broken connection. */
export function retriesAllowed(responseCode: number | null): number {
  if (responseCode === null) return 5
  if (responseCode >= 200 && responseCode < 300) return 0
  if (responseCode === 500) return 1
  if (responseCode === 400 || responseCode === 404) return 2
  if (responseCode === 503) return 4
  return 5
}

/**
 * Minutes until the next attempt, or null when no retry is left.
 * `fraction` in [0, 1) is the jitter: the first retry runs after 33 s at the earliest, the others within 25 % of their delay.
 */
export function nextRetryMinutes(retriesMade: number, responseCode: number | null, fraction: number): number | null {
  if (retriesMade >= retriesAllowed(responseCode)) return null
  const delay = retryDelaysMinutes[retriesMade]
  if (delay === undefined) return null
  const earliest = retriesMade === 0 ? 0.275 : 0.75
  return delay * (earliest + (1.25 - earliest) * fraction)
}
