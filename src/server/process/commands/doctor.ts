import { parseArgs } from 'node:util'
import { systemReport, type CheckLevel, type SystemReport } from '#contract/site/system.ts'
import { invariants } from '#server/app/domains.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/process/config/config.ts'
import { databasePlace } from '#server/process/config/database-config.ts'
import { isDemoOpen } from '#server/process/demo/index.ts'
import { readConfig } from '#server/process/read-config.ts'
import { describeInstallation } from '#server/process/describe-installation.ts'
import { openMailTransport, openOidc } from '#server/process/open-product.ts'
import { openMidtrans } from '#server/process/open-payments.ts'
import { openWhatsApp } from '#server/process/open-whatsapp.ts'
import { credentialsModule } from '#server/learning/index.ts'
import { whatsAppState } from '#server/notifications/index.ts'
import { readStoredSettings } from '#server/site/settings/index.ts'
import { sendTestMail, systemModule } from '#server/site/system/index.ts'
import { readVersion } from '#server/platform/version.ts'
import { openMediaStore } from '#server/process/open-media-store.ts'
import { onInstallation } from './on-installation.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run doctor: what the system page shows, in a terminal and in English. The exit code is 1 when a check is red. Runs when loaded.

const usage =
  'npm run doctor   (--json for programs; --media compares every video and submitted file with its store; --settings lists the settings; --send-test-mail you@example.com)'

const signs: Record<CheckLevel, string> = { ok: '✓', warning: '!', problem: '✗' }
const names: Record<CheckLevel, string> = { ok: 'good', warning: 'to be looked at', problem: 'problems' }

await runCommand('Not examined', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      settings: { type: 'boolean', default: false },
      media: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      'send-test-mail': { type: 'string' },
    },
  })
  if (positionals.length > 0) throw new UsageError(usage)
  const config = await readConfig(process.env, { listens: false })
  if (values['send-test-mail'] !== undefined) return testMail(config, values['send-test-mail'])
  const { settings, ...report } = await examine(config, { everyFile: values.media })
  if (values.json) say(JSON.stringify(values.settings ? { ...report, settings } : report, null, 2))
  else print({ ...report, settings: values.settings ? settings : [] })
  if (report.checks.some(({ level }) => level === 'problem')) process.exitCode = 1
})

async function testMail(config: Config, email: string): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(usage)
  const transport = openMailTransport(config)
  const sender = { siteName: 'Cendaki', contactEmail: config.mail.from, accent: null, logoUrl: null }
  try {
    await sendTestMail({ transport, clock: systemClock, publicUrl: config.publicUrl, sender }, { name: '', email })
  } catch (error) {
    throw new UsageError(`the mail server did not take the mail: ${(error as Error).message}`)
  } finally {
    transport.close()
  }
  say(
    transport.isExternal
      ? `the mail server took the mail to ${email}`
      : `SMTP_URL is not set: the mail is in ${config.dataDir}/outbox`,
  )
}

function examine(config: Config, options: { everyFile: boolean }): Promise<SystemReport> {
  return onInstallation(
    { dataDir: config.dataDir, place: databasePlace(config) },
    {
      async alone(database) {
        const transport = openMailTransport(config)
        const readSite = () => readStoredSettings(database.query)
        try {
          const system = systemModule({
            invariants,
            database,
            clock: systemClock,
            serving: null,
            hasDemo: () => isDemoOpen(database.query),
            store: openMediaStore(config),
            installation: describeInstallation(config, await readVersion()),
            whatsApp: whatsAppState({
              database,
              clock: systemClock,
              provider: openWhatsApp(config, systemClock, fetch).provider,
              readSettings: async () => (await readSite()).whatsapp,
            }),
            checkPayments:
              config.payment.provider === 'midtrans' ? openMidtrans(config.payment, config.publicUrl).checkKeys : null,
            issuer: {
              describe: credentialsModule({ database, publicUrl: config.publicUrl, readSite }).describeIssuer,
              fetch,
            },
            checkMail: transport.verify,
            oidc: openOidc(config),
          })
          return (await system.examine(options)).en
        } finally {
          transport.close()
        }
      },
      withProduct: async (product) => systemReport.parse(((await product.report(options)) as { en: unknown }).en),
    },
  )
}

function print({ checks, settings }: SystemReport): void {
  const width = Math.max(...checks.map(({ label }) => label.length))
  for (const { level, label, value, advice } of checks) {
    say(`${signs[level]} ${label.padEnd(width)}  ${value}`)
    if (advice) say(`  ${' '.repeat(width)}  → ${advice}`)
  }
  for (const { name, value } of settings) say(`  ${name}=${value ?? ''}`)
  const count = (level: CheckLevel) => checks.filter((check) => check.level === level).length
  say(`\n${(['ok', 'warning', 'problem'] as const).map((level) => `${names[level]}: ${count(level)}`).join(', ')}`)
}
