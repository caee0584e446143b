import type { Logger } from 'pino'

export type Purge = {
  url: string
  token: string | null
  /** Changes within this time are one request. */
  collectMs?: number
  /** When a purge is repeated: a response made before a change, or by a process that was notified later, may reach the CDN after the first purge. */
  repeatMs?: number
  retryMs?: number
}
type Deps = Purge & {
  /** Every copy has this key. */
  everything: string
  /** Copies are this old at most, so a purge that failed for longer is not needed any more. */
  maximumAgeMs: number
  log: Logger
}

// Cloudflare accepts 30 in a request, Fastly 256.
const keysPerRequest = 30
const maximumWaiting = 500
const timeoutMs = 5_000
const maximumRetryMs = 30_000

/** Sends purge requests to a CDN, one at a time. What fails is sent again, together with what changed meanwhile, until copies have expired by themselves. */
export function createPurger({ url, token, everything, maximumAgeMs, log, collectMs = 100, repeatMs = 3_000, retryMs = 1_000 }: Deps) {
  /** Keys to be purged, and whether they are purged once more afterwards. */
  let waiting = new Map<string, boolean>()
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null
  let failingSince: number | null = null
  let failures = 0
  let isClosed = false
  const repeats = new Set<NodeJS.Timeout>()

  function add(keys: Iterable<string>, repeat: boolean): void {
    for (const key of keys) waiting.set(key, repeat || waiting.get(key) === true)
    if (waiting.size > maximumWaiting) waiting = new Map([[everything, true]])
  }

  function schedule(pauseMs: number): void {
    if (isClosed || timer || sending || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = null
      sending = sendWaiting().finally(() => {
        sending = null
        schedule(failures === 0 ? collectMs : Math.min(maximumRetryMs, retryMs * 2 ** (failures - 1)))
      })
    }, pauseMs).unref()
  }

  async function sendWaiting(): Promise<void> {
    const keys = [...waiting.entries()].slice(0, keysPerRequest)
    for (const [key] of keys) waiting.delete(key)
    try {
      await send(keys.map(([key]) => key))
    } catch (error) {
      failed(error, keys)
      return
    }
    failures = 0
    failingSince = null
    const repeated = keys.filter(([, repeat]) => repeat).map(([key]) => key)
    if (repeated.length > 0 && !isClosed) repeatLater(repeated)
  }

  function repeatLater(keys: readonly string[]): void {
    const repeat = setTimeout(() => {
      repeats.delete(repeat)
      add(keys, false)
      schedule(0)
    }, repeatMs).unref()
    repeats.add(repeat)
  }

  function failed(error: unknown, keys: readonly [string, boolean][]): void {
    failures++
    failingSince ??= performance.now()
    if (performance.now() - failingSince > maximumAgeMs) {
      log.error({ err: error, keys: keys.length }, 'the CDN could not be purged for so long that its copies have expired')
      failingSince = null
      return
    }
    log.warn({ err: error, keys: keys.length, failures }, 'the CDN could not be purged; the request will be repeated')
    for (const [key, repeat] of keys) add([key], repeat)
  }

  /** One request that Varnish, Fastly and Cloudflare understand. */
  async function send(keys: readonly string[]): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        'surrogate-key': keys.join(' '),
        ...(token === null ? {} : { authorization: `Bearer ${token}`, 'fastly-key': token }),
      },
      body: JSON.stringify({ tags: keys }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The CDN responded to a purge with ${response.status}`)
  }

  return {
    purge(keys: readonly string[]): void {
      add(keys, true)
      schedule(collectMs)
    },
    /** Sends what is waiting, once. */
    async close(): Promise<void> {
      isClosed = true
      if (timer) clearTimeout(timer)
      for (const repeat of repeats) clearTimeout(repeat)
      await sending
      if (waiting.size > keysPerRequest) waiting = new Map([[everything, false]])
      if (waiting.size > 0) await sendWaiting()
    },
  }
}
