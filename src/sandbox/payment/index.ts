import { Hono } from 'hono'
import { assets } from './browser/assets.ts'
import { chaosFor } from './cashier/chaos.ts'
import { createTimetable } from './cashier/timetable.ts'
import { type PaymentSandboxControl, createControl } from './control.ts'
import { openLedger } from './ledger/ledger.ts'
import { createNotifier } from './notifier/notifier.ts'
import type { PaymentSandboxOptions } from './options.ts'
import { coreApi } from './routes/core-api.ts'
import { operatorPage } from './routes/operator-page.ts'
import { paymentPages } from './routes/payment-pages.ts'
import { snapApi } from './routes/snap-api.ts'
import type { World } from './world.ts'

export type { Chaos } from './cashier/chaos.ts'
export type { OrderView, PaymentSandboxControl, WebhookLogEntry } from './control.ts'
export type { PaymentSandboxOptions } from './options.ts'

export type PaymentSandbox = {
  fetch(request: Request): Promise<Response>
  /** Stops timers and sending, closes the journal. What was not sent is taken up by the next sandbox on the same journal. */
  close(): Promise<void>
  /** What the operator page can do, for tests. */
  control: PaymentSandboxControl
}

// The provider’s rule: a merchant that has not answered by then gets the notification again.
const notificationTimeoutMs = 15_000

/**
 * The payment provider, simulated behind its own HTTP protocol (Snap and Core API), an application of its own.
 * It also works mounted in another: every route lies below the path of `publicBase`.
 */
export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const closing = new AbortController()
  const world = buildWorld(options, closing.signal)
  const timetable = createTimetable(world)
  const control = createControl(world, timetable)
  world.notifier.resume()
  const app = buildApp(world, control, timetable.runDue)
  return {
    fetch: async (request) => app.fetch(request),
    control,
    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      timetable.close()
      world.notifier.close()
      await world.notifier.idle()
      world.ledger.close()
    },
  }
}

function buildWorld(options: PaymentSandboxOptions, closing: AbortSignal): World {
  const ledger = openLedger(options.journalPath)
  const now = () => new Date(options.clock.now().getTime() + ledger.settings().clockAheadMs)
  const { deliver, minuteMs, seed } = options
  const publicBase = options.publicBase.replace(/\/+$/, '')
  return {
    options,
    publicBase,
    prefix: new URL(publicBase).pathname.replace(/\/+$/, ''),
    ledger,
    notifier: createNotifier({ ledger, deliver, now, minuteMs, timeoutMs: notificationTimeoutMs, seed, closing }),
    now,
    chaosFor: (orderId) => chaosFor(orderId, ledger.settings(), seed),
    staleReads: new Map(),
    closing,
  }
}

function buildApp(world: World, control: PaymentSandboxControl, runDue: () => void): Hono {
  const app = new Hono().basePath(world.prefix === '' ? '/' : world.prefix)
  app.use('*', async (_context, next) => {
    // Whoever asks sees the present, also when the clock was moved.
    runDue()
    await next()
  })
  app.route('/', assets())
  app.route('/snap/v1', snapApi(world))
  app.route('/v2', coreApi(world))
  app.route('/', paymentPages(world))
  app.route('/_sim', operatorPage(world, control))
  return app
}
