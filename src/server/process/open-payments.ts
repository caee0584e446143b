import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPaymentSandbox, type PaymentSandbox } from '#sandbox/payment/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createMidtransProvider, type PaymentProvider, type ProviderFailure } from '#server/commerce/index.ts'
import type { Config } from './config/config.ts'

/** The path of the sandbox below the public URL. */
export const sandboxPath = '/sandbox/payment'

/** Midtrans if configured; else the built-in sandbox, which implements the same protocol below the public URL. */
export async function openPayments(
  config: Config,
  clock: Clock,
  {
    toApp,
    onFailure,
  }: { toApp: (request: Request) => Promise<Response>; onFailure: (failure: ProviderFailure) => void },
): Promise<{ provider: PaymentProvider; sandbox: PaymentSandbox | null }> {
  const notificationUrl = `${config.publicUrl}/api/payments/notification`
  if (config.payment.provider === 'midtrans')
    return { sandbox: null, provider: openMidtrans(config.payment, notificationUrl, onFailure) }
  const publicBase = config.publicUrl + sandboxPath
  const serverKey = await sandboxKey(config.dataDir)
  const keys = { serverKey, clientKey: 'SIM-client-cendaki', merchantId: 'SIM-merchant' }
  const sandbox = createPaymentSandbox({
    ...keys,
    publicBase,
    merchantOrigins: originsOf(config.publicUrl),
    notificationUrl,
    deliver: toApp,
    journalPath: join(config.dataDir, 'payment-sandbox.ndjson'),
    clock,
    minuteMs: 60_000,
    seed: 1,
    operatorToken: createHash('sha256').update(`operator ${serverKey}`).digest('hex').slice(0, 24),
  })
  const provider = createMidtransProvider({
    ...keys,
    snapBase: `${publicBase}/snap/v1`,
    coreBase: publicBase,
    scriptUrl: `${publicBase}/snap/snap.js`,
    notificationUrl,
    mode: 'sandbox',
    fees: config.payment.fees,
    fetch: (request) => sandbox.fetch(request),
  })
  return { provider, sandbox }
}

export const openMidtrans = (
  { environment, ...keys }: Config['payment'] & { provider: 'midtrans' },
  notificationUrl: string,
  onFailure: (failure: ProviderFailure) => void = () => {},
): PaymentProvider =>
  createMidtransProvider({
    ...keys,
    notificationUrl,
    mode: environment === 'production' ? 'live' : 'sandbox',
    fetch,
    onFailure,
  })

/** Origins that may embed the sandbox's pages: for loopback, both of its names. */
function originsOf(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  const isLoopback = ['localhost', '127.0.0.1'].includes(hostname)
  return isLoopback
    ? ['localhost', '127.0.0.1'].map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`)
    : [origin]
}

/** Each installation generates its own key, because a key in the source code would let anyone sign notifications. */
async function sandboxKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'payment-sandbox.key')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return known
  const made = `SIM-server-${randomBytes(18).toString('base64url')}`
  await writeFile(file, made, { mode: 0o600 })
  return made
}
