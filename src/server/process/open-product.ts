import { join } from 'node:path'
import { createGoogleSandbox, type GoogleSandbox } from '#sandbox/google/index.ts'
import type { PaymentSandbox } from '#sandbox/payment/index.ts'
import { createApp, type App, type AppDeps } from '#server/app.ts'
import { systemClock, type SettableClock } from '#server/platform/clock.ts'
import type { Config } from './config/config.ts'
import { isDemoOpen, seedCategories, seedDemo } from './demo/index.ts'
import {
  createGoogleVerifier,
  createOidcClient,
  createPasswords,
  type GoogleVerifier,
  type OidcClient,
} from '#server/identity/index.ts'
import { createFolderTransport, createSmtpTransport, type MailTransport } from '#server/platform/mail/index.ts'
import { openDocumentStore } from './open-media-store.ts'
import { requestId } from '#server/platform/http/index.ts'
import { openPayments } from './open-payments.ts'
import { openWhatsApp } from './open-whatsapp.ts'
import { systemNetwork } from '#server/platform/outgoing/index.ts'

export const googleSandboxPath = '/sandbox/google'

type Deps = Pick<AppDeps, 'database' | 'renderer' | 'log' | 'isDevelopment' | 'metrics' | 'system'> & {
  clock: SettableClock
}

export type Product = Pick<Deps, 'database' | 'clock'> & {
  app: App
  payments: Awaited<ReturnType<typeof openPayments>>
  google: ReturnType<typeof openGoogle>
  whatsApp: ReturnType<typeof openWhatsApp>
  mailTransport: MailTransport
}

/** The application of a configuration on a migrated database, with what it talks to outside. */
export async function openProduct(config: Config, deps: Deps): Promise<Product> {
  const { database, clock } = deps
  const payments = await openPayments(config, clock, {
    toApp: (request) => app.fetch(request),
    onFailure(failure) {
      deps.metrics?.providerFailures.inc({ errno: failure.cause })
      deps.log.warn({ ...failure, requestId: requestId() }, 'the payment provider does not answer, or refuses the keys')
    },
  })
  const mailTransport = openMailTransport(config)
  const google = openGoogle(config)
  const whatsApp = openWhatsApp(config, clock, (request) => app.fetch(request))
  const app: App = await createApp({
    ...deps,
    payments: payments.provider,
    mailTransport,
    media: { ...openDocumentStore(config), maximumBytes: config.videoMaximumBytes },
    publicUrl: config.publicUrl,
    sessionLives: config.sessionLives,
    passwords: createPasswords(),
    google: google.verifier,
    oidc: openOidc(config),
    whatsApp: whatsApp.provider,
    webhookNetwork: systemNetwork(config.webhooks),
    cdnSeconds: config.cdnSeconds,
    refundDays: config.refundDays,
    setLogLevel: (level) => (deps.log.level = level ?? config.logLevel),
    payoutHoldDays: config.payoutHoldDays,
    hasDemo: () => isDemoOpen(database.query),
  })
  return { app, database, clock, payments, google, whatsApp, mailTransport }
}

/** Adds the categories of a new installation, and its demo if wanted. Does nothing when they are there. */
export async function seed(
  config: Config,
  { app, database, clock, payments, mailTransport }: Product,
  onProgress: (what: string) => void,
): Promise<void> {
  await seedCategories({ app, database })
  if (!config.runsDemo) return
  // Demo purchases mail receipts, so they are skipped when mails reach real mailboxes.
  const sandbox = mailTransport.isExternal ? null : payments.sandbox
  await seedDemo({ app, database, clock, pay: sandbox && payAt(sandbox) }, onProgress)
}

const payAt = (sandbox: PaymentSandbox) => async (token: string) => {
  const order = sandbox.control.listOrders().find((candidate) => candidate.token === token)
  if (order) sandbox.control.pay(order.orderId)
  await sandbox.control.idle()
}

/** The provider of an organisation, if one is configured. */
export const openOidc = ({ oidc, publicUrl }: Pick<Config, 'oidc' | 'publicUrl'>): OidcClient | null =>
  oidc && createOidcClient({ settings: oidc, publicUrl, fetch })

/** Google if configured; else the sandbox on a loopback host; else none. */
function openGoogle({ google, publicUrl }: Config): { verifier: GoogleVerifier | null; sandbox: GoogleSandbox | null } {
  if (google.provider === 'none') return { verifier: null, sandbox: null }
  if (google.provider === 'google')
    return { verifier: createGoogleVerifier({ settings: google, clock: systemClock, fetch }), sandbox: null }
  const publicBase = publicUrl + googleSandboxPath
  const clientId = 'sandbox-client'
  const sandbox = createGoogleSandbox({ publicBase, clientId, clock: systemClock })
  const settings = {
    clientId,
    issuers: [publicBase],
    jwksUrl: `${publicBase}/certs`,
    scriptUrl: `${publicBase}/gsi/client`,
    pictureSources: [new URL(publicUrl).origin],
  }
  return {
    verifier: createGoogleVerifier({ settings, clock: systemClock, fetch: (request) => sandbox.fetch(request) }),
    sandbox,
  }
}

/** A mail server if configured; else a folder. */
export function openMailTransport({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): MailTransport {
  return mail.smtpUrl
    ? createSmtpTransport({ url: mail.smtpUrl, from: mail.from })
    : createFolderTransport({ folder: join(dataDir, 'outbox'), from: mail.from })
}
