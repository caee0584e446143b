import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { createMidtransProvider } from '#server/commerce/index.ts'
import { parseConfig } from '#server/process/config/config.ts'
import { openDatabase } from '#server/platform/database/index.ts'
import { createMediaStore } from '#server/platform/media/index.ts'
import { createPasswords } from '#server/identity/index.ts'

// One process of the product that the chaos run kills: the real application on PostgreSQL, without a web build.

export type AppProcessOptions = {
  databaseUrl: string
  port: number
  sandboxUrl: string
  publicUrl: string
  aheadMs: number
  keys: { serverKey: string; clientKey: string; merchantId: string }
}

const { databaseUrl, port, sandboxUrl, publicUrl, aheadMs, keys } = JSON.parse(
  process.env['CHAOS'] ?? '',
) as AppProcessOptions
const clock = { now: () => new Date(Date.now() + aheadMs) }
const database = await openDatabase({ databaseUrl })
const app = await createApp({
  database,
  payments: createMidtransProvider({
    ...keys,
    snapBase: `${sandboxUrl}/snap/v1`,
    coreBase: sandboxUrl,
    scriptUrl: `${sandboxUrl}/snap/snap.js`,
    notificationUrl: `${publicUrl}/api/payments/notification`,
    mode: 'sandbox',
    fees: { credit_card: { basisPoints: 290, flatIdr: 2_000 } },
    fetch,
  }),
  // Receipts wait in the outbox: whether they are queued once is what is looked at.
  mailTransport: {
    isExternal: false,
    deliver: async () => {},
    remove: async () => {},
    removeBefore: async () => {},
    verify: null,
    close: () => {},
  },
  media: {
    store: createMediaStore({ folder: join(tmpdir(), 'cendaki-chaos-media'), bucket: null }),
    incomingFolder: join(tmpdir(), 'cendaki-chaos-media'),
    maximumBytes: 1,
  },
  renderer: {
    inlineScripts: [],
    inlineStyles: [],
    exerciseFrame: '',
    describe: (url) => ({ cacheKey: null, isFreeText: false, url: url.href, isPrivate: false }),
    render: async () => ({ kind: 'html', status: 200, html: '' }),
  },
  clock,
  log: pino({ level: 'fatal' }),
  publicUrl,
  sessionLives: parseConfig({}).sessionLives,
  passwords: createPasswords(),
  google: null,
})
serve({ fetch: (request) => app.fetch(request, { client: 'chaos' }), hostname: '127.0.0.1', port }, () =>
  process.stdout.write('ready\n'),
)

for (;;) {
  await app.jobs
    .run(...app.modules.commerce.dueWork.map(({ name }) => name))
    .catch((error: unknown) => process.stderr.write(`due work: ${String(error)}\n`))
  await new Promise((resolve) => setTimeout(resolve, 100))
}
