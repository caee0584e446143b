import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { endedWorkers } from '#server/platform/work/worker-pool.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Sums that a module keeps itself; they are read when metrics are requested. */
export type PageCacheFigures = { hits: number; stale: number; misses: number; entries: number; bytes: number }
/** Work that waits in the database, counted up to a limit. */
export type WaitingWork = {
  mailsWaiting: number
  oldestMailSeconds: number
  paymentsDue: number
  oldestPaymentSeconds: number
  remindersDue: number
  oldestReminderSeconds: number
}

// Cached pages take a fraction of a millisecond, reports and uploads take seconds.
const requestSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const workSeconds = [0.01, 0.05, 0.25, 1, 5, 30, 120]

/** The metrics of one process, in a registry of its own, so that tests can start several. */
export function createMetrics() {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  let measureWaitingWork = async (): Promise<void> => {}

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const signIns = counter('cendaki_sign_ins_total', 'Attempts to sign in, by method and outcome', ['method', 'outcome'])
  const payments = counter('cendaki_payments_total', 'Transactions that reached a state', ['state'])
  const mails = counter('cendaki_mails_total', 'Delivery attempts of mails, by outcome', ['outcome'])
  const webhooks = counter('cendaki_webhooks_total', 'Delivery attempts of webhooks, by outcome', ['outcome'])
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const checkLevels = gauge(
    'cendaki_check_level',
    'What the checks of the system page found, by check: 0 good, 1 to be looked at, 2 a problem',
    ['check'],
  )
  const measured = {
    backup_age_seconds: gauge('cendaki_backup_age_seconds', 'Time since the last backup that succeeded', []),
    disk_free_bytes: gauge('cendaki_disk_free_bytes', 'Free space of the disk of DATA_DIR', []),
  }
  // A gauge without labels begins with a sample of 0, which looks like a full disk before the first measurement.
  for (const figure of Object.values(measured)) figure.remove()
  const providerFailures = counter(
    'cendaki_provider_failures_total',
    'Calls of the payment provider that it did not answer or refused, by cause',
    ['errno'],
  )
  const work = new Histogram({
    name: 'cendaki_periodic_work_seconds',
    help: 'Runs of periodic work, by name and outcome',
    labelNames: ['work', 'outcome'],
    buckets: workSeconds,
    registers,
  })

  const workersEnded = new Counter({
    name: 'cendaki_workers_ended_total',
    help: 'Worker processes that were ended by what they worked on: a crash, or a limit of time or memory',
    labelNames: ['cause'],
    registers,
    collect() {
      this.reset()
      for (const [cause, times] of Object.entries(endedWorkers)) this.inc({ cause }, times)
    },
  })

  return {
    workersEnded,
    requests,
    signIns,
    payments,
    mails,
    webhooks,
    providerFailures,
    work,

    /** The runtime's own metrics: processor time, memory, event loop, garbage collection. Registers observers of the process. */
    observeProcess: () => collectDefaultMetrics({ register: registry }),

    observePageCache(read: () => PageCacheFigures): void {
      const sum = (name: string, help: string, of: (figures: PageCacheFigures) => number) =>
        new Counter({
          name,
          help,
          registers,
          collect() {
            this.reset()
            this.inc(of(read()))
          },
        })
      const level = (name: string, help: string, of: (figures: PageCacheFigures) => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(of(read()))
          },
        })
      sum('cendaki_page_cache_hits_total', 'Responses from the page cache', ({ hits }) => hits)
      sum(
        'cendaki_page_cache_stale_total',
        'Of those, responses that were sent while a new one was made',
        ({ stale }) => stale,
      )
      sum(
        'cendaki_page_cache_misses_total',
        'Responses made for the page cache while a client waited',
        ({ misses }) => misses,
      )
      level('cendaki_page_cache_entries', 'Responses in the page cache', ({ entries }) => entries)
      level('cendaki_page_cache_bytes', 'Memory of the page cache', ({ bytes }) => bytes)
    },

    /** Sets the gauges of a check of the system page. */
    observeCheck({
      name,
      level,
      measures,
    }: {
      name: string
      level: 'ok' | 'warning' | 'problem'
      measures: Record<string, number>
    }): void {
      checkLevels.set({ check: name }, ['ok', 'warning', 'problem'].indexOf(level))
      for (const [measure, value] of Object.entries(measures)) measured[measure as keyof typeof measured].set(value)
    },

    /** Read once per request of the metrics, before any gauge is. While it cannot be read, these gauges have no value. */
    observeWaitingWork(read: () => Promise<WaitingWork>): void {
      const gauges: Record<keyof WaitingWork, Gauge> = {
        mailsWaiting: new Gauge({
          name: 'cendaki_mails_waiting',
          help: 'Mails that wait to be sent, at most 1000',
          registers,
        }),
        paymentsDue: new Gauge({
          name: 'cendaki_payments_due',
          help: 'Transactions whose status is due to be read at the provider, at most 1000',
          registers,
        }),
        oldestPaymentSeconds: new Gauge({
          name: 'cendaki_payments_oldest_due_seconds',
          help: 'For how long the oldest of them has been due',
          registers,
        }),
        remindersDue: new Gauge({
          name: 'cendaki_reminders_due',
          help: 'Reminders of live meetings that are due to be sent, at most 1000',
          registers,
        }),
        oldestReminderSeconds: new Gauge({
          name: 'cendaki_reminders_oldest_due_seconds',
          help: 'For how long the oldest of them has been due',
          registers,
        }),
        oldestMailSeconds: new Gauge({
          name: 'cendaki_mails_oldest_due_seconds',
          help: 'How long the oldest mail that is due has been waiting',
          registers,
        }),
      }
      measureWaitingWork = async () => {
        const waiting = await read().catch(() => null)
        for (const [name, gauge] of Object.entries(gauges))
          if (waiting) gauge.set(waiting[name as keyof WaitingWork])
          else gauge.remove()
      }
    },

    contentType: registry.contentType,
    async render(): Promise<string> {
      await measureWaitingWork()
      return registry.metrics()
    },
  }
}
