import type { Ledger } from './ledger.ts'
import type { Notification } from './ledger-records.ts'
import { nextRetryMinutes } from '#sandbox/payment/payments/retry-table.ts'
import { seededFraction } from '#sandbox/payment/payments/seeded.ts'
import { deliverOnce } from './deliver-notification.ts'

export type Notifier = {
  /** Schedules notifications that are already in the ledger. */
  send(notifications: Notification[]): void
  /** Schedules what an earlier process did not send. */
  resume(): void
  /** Resolves when nothing is due or in flight; with `scheduledToo` also delayed notifications and retries must be finished. */
  idle(options?: { scheduledToo?: boolean }): Promise<void>
  close(): void
}

type Options = {
  ledger: Ledger
  deliver: (request: Request) => Promise<Response>
  now: () => Date
  minuteMs: number
  timeoutMs: number
  seed: number
  closing: AbortSignal
}

const maximumTimerMs = 2 ** 31 - 1

export function createNotifier(options: Options): Notifier {
  const { ledger, closing } = options
  const inFlight = new Set<Promise<void>>()
  const scheduled = new Map<NodeJS.Timeout, { promise: Promise<void>; resolve: () => void }>()
  // First attempts of one order start in the order of events; the order of arrival is not guaranteed.
  const lastOfOrder = new Map<string, Promise<void>>()

  function schedule(notification: Notification, delayMs: number): void {
    if (closing.aborted) return
    if (delayMs <= 0) return start(notification)
    const arrival = Promise.withResolvers<void>()
    const timer = setTimeout(
      () => {
        scheduled.delete(timer)
        start(notification)
        arrival.resolve()
      },
      Math.min(delayMs, maximumTimerMs),
    ).unref()
    scheduled.set(timer, arrival)
  }

  function start(notification: Notification): void {
    const { orderId, id } = notification
    const run = (lastOfOrder.get(orderId) ?? Promise.resolve())
      .then(() => attempt(id))
      .catch((error: unknown) => {
        // Only an unwritable journal fails here; the notification stays due for the next start.
        process.emitWarning(`payment sandbox: a notification was not recorded: ${String(error)}`)
      })
    const done = run.finally(() => {
      inFlight.delete(done)
      if (lastOfOrder.get(orderId) === done) lastOfOrder.delete(orderId)
    })
    inFlight.add(done)
    if (notification.attempts.length === 0) lastOfOrder.set(orderId, done)
  }

  async function attempt(id: string): Promise<void> {
    const notification = ledger.findNotification(id)
    if (!notification || closing.aborted) return
    const { url, body, attempts } = notification
    const response = await deliverOnce({ url, body, deliver: options.deliver, timeoutMs: options.timeoutMs, closing })
    // Interrupted by close(): not recorded, so the next process sends it again.
    if (closing.aborted) return
    const fraction = seededFraction(options.seed, 'retry', id, attempts.length)
    const minutes = nextRetryMinutes(attempts.length, response.responseCode, fraction)
    const now = options.now()
    const delayMs = minutes === null ? null : Math.ceil(minutes * options.minuteMs)
    const tried: Notification = {
      ...notification,
      attempts: [...attempts, { at: now.toISOString(), ...response }],
      nextAttemptAt: delayMs === null ? null : new Date(now.getTime() + delayMs).toISOString(),
    }
    ledger.save({ notifications: [tried] })
    if (delayMs !== null) schedule(tried, delayMs)
  }

  function send(notifications: Notification[], earliestMs = 0): void {
    const nowMs = options.now().getTime()
    for (const notification of notifications) {
      if (notification.nextAttemptAt !== null)
        schedule(notification, Math.max(Date.parse(notification.nextAttemptAt) - nowMs, earliestMs))
    }
  }

  return {
    send: (notifications) => send(notifications),
    // Waits a second: a merchant in the same process may still be starting.
    resume: () => send(ledger.listNotifications(), options.minuteMs / 60),
    async idle({ scheduledToo = false } = {}) {
      for (;;) {
        const waiting = scheduledToo ? [...scheduled.values()].map(({ promise }) => promise) : []
        if (inFlight.size + waiting.length === 0) return
        await Promise.all([...inFlight, ...waiting])
      }
    },
    close() {
      for (const [timer, { resolve }] of scheduled) {
        clearTimeout(timer)
        resolve()
      }
      scheduled.clear()
    },
  }
}
