import type { Operation } from '#contract/kit/site-mode.ts'
/** Facts that do not change while the process runs. */
export type Installation = {
  version: string
  publicUrl: string
  /** Reachable from the internet. */
  isPublic: boolean
  /** Meant as a demo: its accounts, whose password is known to all, are wanted. */
  isDemo: boolean
  /** The folder whose disk is watched; null where nothing is stored in one. */
  dataDir: string | null
  trustedProxyHops: number
  /** True when mails go to real mailboxes. */
  sendsMail: boolean
  /** `baseUrl` is where the provider is reached; null for the built-in sandbox. */
  payment: { mode: 'simulated' | 'sandbox' | 'production'; baseUrl: string | null }
  /** `folder` is where the schedule stores backups; null for a bucket. */
  backup: { everyMs: number | null; folder: string | null }
  settings: readonly { name: string; value: string | null }[]
}

/** Facts that only the process that serves requests knows. */
export type ServingProcess = {
  startedAt: Date
  operation(): Pick<Operation, 'mode' | 'logLevel'>
  pageCache(): { hits: number; misses: number }
  /** How many entries X-Forwarded-For has on most requests; null before the first one. */
  forwardedHops(): number | null
  /** The last slow queries of this process, the newest first. `route` is null for background work. */
  slowQueries(): readonly { ms: number; at: Date; route: string | null }[]
}

/** Counts how many proxies appended to X-Forwarded-For. Most requests decide, because a client can send entries of its own. */
export function createHopCounter(): { observe(forwardedFor: string | undefined): void; read(): number | null } {
  const counts = new Map<number, number>()
  const maximumDifferent = 20
  return {
    observe(forwardedFor) {
      const hops = forwardedFor ? forwardedFor.split(',', maximumDifferent).length : 0
      counts.set(hops, (counts.get(hops) ?? 0) + 1)
    },
    read: () => [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null,
  }
}
