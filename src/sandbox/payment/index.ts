import { Hono } from 'hono'
import { assets } from './assets.ts'
import { chaosFor } from './payments/chaos.ts'
import { createScheduler } from './payments/scheduler.ts'
import { type PaymentSandboxControl, createControl } from './control.ts'
import { openLedger } from './ledger.ts'
import { createNotifier } from './notifier.ts'
import type { PaymentSandboxOptions } from './options.ts'
import { coreApi } from './routes/core-api.ts'
import { operatorPage } from './routes/operator-page.ts'
import { paymentPages } from './routes/payment-pages.ts'
import { snapApi } from './routes/snap-api.ts'
import type { SandboxContext } from './context.ts'

export type { Chaos } from './payments/chaos.ts'
export type { PaymentSandboxControl } from './control.ts'
export type { PaymentSandboxOptions } from './options.ts'

export type PaymentSandbox = {
  fetch(request: Request): Promise<Response>
  /** Stops timers and sending, and closes the journal. The next sandbox on the same journal sends what is left. */
  close(): Promise<void>
  /** The actions of the operator page, for tests. */
  control: PaymentSandboxControl
}

// The provider’s rule: without a response by then the notification is sent again.
const notificationTimeoutMs = 15_000

/**
 * Simulates the payment provider behind its HTTP protocol (Snap and Core API).
 * Runs alone or mounted in another application: every route is below the path of `publicBase`.
 */
export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const closing = new AbortController()
  const sandbox = buildContext(options, closing.signal)
  const scheduler = createScheduler(sandbox)
  const control = createControl(sandbox, scheduler)
  sandbox.notifier.resume()
  const app = buildApp(sandbox, control, scheduler.runDue)
  return {
    fetch: async (request) => app.fetch(request),
    control,
    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      scheduler.close()
      sandbox.notifier.close()
      await sandbox.notifier.idle()
      sandbox.ledger.close()
    },
  }
}

function buildContext(options: PaymentSandboxOptions, closing: AbortSignal): SandboxContext {
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

function buildApp(sandbox: SandboxContext, control: PaymentSandboxControl, runDue: () => void): Hono {
  const app = new Hono().basePath(sandbox.prefix === '' ? '/' : sandbox.prefix)
  app.use('*', async (_context, next) => {
    // Each request sees the current state, also after the clock was moved.
    runDue()
    await next()
  })
  app.route('/', assets())
  app.route('/snap/v1', snapApi(sandbox))
  app.route('/v2', coreApi(sandbox))
  app.route('/', paymentPages(sandbox))
  app.route('/_sim', operatorPage(sandbox, control))
  return app
}
