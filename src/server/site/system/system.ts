import type { SystemReport, TestMail } from '#contract/site/system.ts'
import type { PaymentProvider } from '#server/commerce/index.ts'
import { senderOf, type MailTransport } from '#server/platform/mail/index.ts'
import type { SystemDeps, ReportOptions, WhatsAppState } from './check.ts'
import { checks } from './checks.ts'
import type { Installation, ServingProcess } from './installation.ts'
import { sendTestMail } from './test-mail.ts'
import { both, joined, same, type Language } from './wording.ts'

export type SystemModule = ReturnType<typeof appSystemModule>

/** Gets each check of the process that serves requests; see `Finding`. */
export type ObserveCheck = (check: {
  name: string
  level: 'ok' | 'warning' | 'problem'
  measures: Record<string, number>
}) => void

/** The state of this installation, for the system page, for `npm run doctor` and for the metrics. */
export function systemModule(deps: SystemDeps, observe: ObserveCheck = () => {}) {
  return {
    /** In both languages, because the doctor asks the running product on the embedded database. */
    async examine(options: ReportOptions = {}): Promise<Record<Language, SystemReport>> {
      const found: Record<Language, SystemReport['checks']> = { id: [], en: [] }
      for (const { name, label, find } of checks) {
        // One that fails does not hide the others.
        const finding = await Promise.resolve()
          .then(() => find(deps, options))
          .catch((error: unknown) => ({
            level: 'problem' as const,
            value: both('tidak bisa diperiksa', 'cannot be examined'),
            advice: causeOf(error),
            measures: {},
          }))
        observe({ name, level: finding.level, measures: finding.measures ?? {} })
        for (const language of ['id', 'en'] as const)
          found[language].push({
            name,
            label: label(language),
            level: finding.level,
            value: finding.value(language),
            advice: finding.advice?.(language) ?? null,
          })
      }
      const common = { checkedAt: deps.clock.now().toISOString(), settings: [...deps.installation.settings] }
      return { id: { checks: found.id, ...common }, en: { checks: found.en, ...common } }
    },
    async report(options: ReportOptions = {}): Promise<SystemReport> {
      return (await this.examine(options)).id
    },
  }
}

/** Facts of the process that serves requests about itself. */
export type SystemFacts = { installation: Installation } & Pick<ServingProcess, 'forwardedHops' | 'slowQueries'>

type AppDeps = Pick<SystemDeps, 'database' | 'clock' | 'invariants' | 'store' | 'hasDemo' | 'oidc'> & {
  publicUrl: string
  mailTransport: MailTransport
  payments: PaymentProvider
  whatsApp: WhatsAppState
  describeIssuer: SystemDeps['issuer']['describe']
  readSite: () => Promise<Parameters<typeof senderOf>[0]>
  operation: { current: ServingProcess['operation'] }
  pageCache: { figures: ServingProcess['pageCache'] }
  /** Undefined for an app that was not started as a process. */
  facts: SystemFacts | undefined
  observe: ObserveCheck
}

/** The system module of an app, which can also send a mail to try the mail server. */
export function appSystemModule({
  mailTransport,
  payments,
  readSite,
  operation,
  pageCache,
  describeIssuer,
  facts,
  observe,
  ...deps
}: AppDeps) {
  const { clock, publicUrl } = deps
  const installation = facts?.installation ?? unknownInstallation(publicUrl, mailTransport.isExternal)
  const { forwardedHops = () => null, slowQueries = () => [] } = facts ?? {}
  const serving = {
    startedAt: clock.now(),
    pageCache: pageCache.figures,
    operation: operation.current,
    forwardedHops,
    slowQueries,
  }
  const checkPayments = installation.payment.mode === 'simulated' ? null : payments.checkKeys
  const issuer = { describe: describeIssuer, fetch: facts ? fetch : null }
  return {
    ...systemModule(
      { ...deps, installation, issuer, checkPayments, checkMail: mailTransport.verify, serving },
      observe,
    ),
    async sendTestMail(to: { name: string; email: string }): Promise<TestMail> {
      try {
        await sendTestMail(
          { transport: mailTransport, clock, publicUrl, sender: senderOf(await readSite(), publicUrl) },
          to,
        )
        return { outcome: mailTransport.isExternal ? 'sent' : 'kept', to: to.email, reason: null }
      } catch (error) {
        return {
          outcome: 'failed',
          to: to.email,
          reason: (error instanceof Error ? error.message : String(error)).slice(0, 300),
        }
      }
    },
  }
}

const unknownInstallation = (publicUrl: string, sendsMail: boolean): Installation => ({
  version: '',
  publicUrl,
  isPublic: false,
  isDemo: false,
  dataDir: null,
  trustedProxyHops: 0,
  sendsMail,
  payment: { mode: 'simulated', baseUrl: null },
  backup: { everyMs: null, folder: null },
  settings: [],
})

/** Without the query and its parameters. */
function causeOf(error: unknown) {
  const innermost = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const cause =
    innermost instanceof Error ? same(innermost.message.slice(0, 200)) : both('tidak diketahui', 'is unknown')
  return joined(both('Penyebabnya ', 'The cause: '), cause, '.')
}
