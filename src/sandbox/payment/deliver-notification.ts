export type Delivery = {
  url: string
  body: string
  deliver: (request: Request) => Promise<Response>
  timeoutMs: number
  closing: AbortSignal
}
export type DeliveryResponse = { responseCode: number | null; note: string }

const maximumHops = 5

/** Sends one notification and follows 307 and 308 only, again as POST. Never throws; a null code means a timeout or a broken connection. */
export async function deliverOnce({ url, body, deliver, timeoutMs, closing }: Delivery): Promise<DeliveryResponse> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)])
  let target = url
  try {
    for (let hop = 0; ; hop++) {
      const response = await orAborted(deliver(notificationRequest(target, body, signal)), signal)
      const location = response.headers.get('location')
      await response.body?.cancel()
      const isFollowed = (response.status === 307 || response.status === 308) && location !== null
      if (!isFollowed || hop === maximumHops)
        return { responseCode: response.status, note: isFollowed ? 'too many redirects' : '' }
      target = new URL(location, target).href
    }
  } catch (error) {
    const note = signal.aborted ? 'timeout' : error instanceof Error ? error.message : String(error)
    return { responseCode: null, note }
  }
}

function notificationRequest(url: string, body: string, signal: AbortSignal): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Veritrans' },
    body,
    redirect: 'manual',
    signal,
  })
}

// An application in this process may ignore the signal.
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('aborted'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
