import { hasLoopbackHost, hasPublicHost } from '#server/platform/public-host.ts'
import type { Environment } from './environment.ts'
import { urlOf } from './urls.ts'

export const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: Environment): string =>
  PUBLIC_URL ?? urlOf(HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST, PORT)

/** Why other users could reach demo accounts and sandboxes that run by default; null when only this machine can. */
export function whyExposed({ PUBLIC_URL, HOST, DATABASE_URL }: Environment, publicUrl: string): string | null {
  if (PUBLIC_URL && hasPublicHost(publicUrl)) return 'PUBLIC_URL is public'
  const isLoopbackHost = /^(localhost|127\.[\d.]+|::1)$/.test(HOST)
  // PUBLIC_URL says nothing about who can reach the host.
  if (!isLoopbackHost) return `HOST=${HOST} is reachable from the network`
  return DATABASE_URL ? 'DATABASE_URL is set' : null
}

/** True when sandboxes that authenticate nobody may run. */
export const mayRunSandbox = (values: Environment, publicUrl: string, exposure: string | null): boolean =>
  hasLoopbackHost(publicUrl) && (exposure === null || values.DEMO === 'on')
