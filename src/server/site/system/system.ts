import type { SystemReport } from '#contract/site/system.ts'
import { checks, type ReportOptions, type SystemDeps } from './checks.ts'
import type { Installation, ServingProcess } from './installation.ts'

export type SystemModule = ReturnType<typeof systemModule>

/** The state of this installation, for the system page and for `npm run doctor`. */
export function systemModule(deps: SystemDeps) {
  return {
    async report(options: ReportOptions = {}): Promise<SystemReport> {
      const found: SystemReport['checks'] = []
      for (const { name, label, find } of checks) {
        // One that fails does not hide the others.
        const finding = await Promise.resolve()
          .then(() => find(deps, options))
          .catch((error: unknown) => ({ level: 'problem' as const, value: 'tidak bisa diperiksa', advice: `Penyebabnya ${causeOf(error)}.` }))
        found.push({ name, label, advice: null, ...finding })
      }
      return { checkedAt: deps.clock.now().toISOString(), checks: found, settings: [...deps.installation.settings] }
    },
  }
}

/** What the process that serves requests reports about itself. */
export type SystemFacts = { installation: Installation } & Pick<ServingProcess, 'forwardedHops' | 'slowQueries'>

type AppDeps = Pick<SystemDeps, 'database' | 'clock' | 'store'> & {
  publicUrl: string
  sendsMail: boolean
  pageCache: ServingProcess['pageCache']
  /** Undefined for an app that was not started as a process. */
  facts: SystemFacts | undefined
}

/** The system module of an app. */
export function appSystemModule({ database, clock, store, publicUrl, sendsMail, pageCache, facts }: AppDeps): SystemModule {
  const installation = facts?.installation ?? unknownInstallation(publicUrl, sendsMail)
  const serving = { startedAt: clock.now(), pageCache, forwardedHops: facts?.forwardedHops ?? (() => null), slowQueries: facts?.slowQueries ?? (() => []) }
  return systemModule({ database, clock, store, fetch, installation, serving })
}

const unknownInstallation = (publicUrl: string, sendsMail: boolean): Installation => ({
  version: '',
  publicUrl,
  isPublic: false,
  dataDir: null,
  trustedProxyHops: 0,
  sendsMail,
  payment: { mode: 'simulated', baseUrl: null },
  backup: { everyMs: null },
  settings: [],
})

/** Without the query and its parameters. */
function causeOf(error: unknown): string {
  const innermost = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return innermost instanceof Error ? innermost.message.slice(0, 200) : 'tidak diketahui'
}
