import * as z from 'zod'
import { hasPublicHost } from '#server/platform/public-host.ts'
import { ConfigError } from './config-error.ts'
import { httpUrl } from './urls.ts'

export const googleSettings = {
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_ISSUERS: z.string().min(1).optional(),
  GOOGLE_JWKS_URL: httpUrl.optional(),
  GOOGLE_GSI_SRC: httpUrl.optional(),
}

export type GoogleConfig =
  | { provider: 'none' }
  | { provider: 'built-in-sandbox' }
  | { provider: 'google'; clientId: string; issuers: string[]; jwksUrl: string; scriptUrl: string }

type Values = z.infer<z.ZodObject<typeof googleSettings>>

/** Google if configured; else the built-in sandbox on a loopback host that only this machine reaches, or for a demo; else none. */
export function googleConfig(values: Values, publicUrl: string, mayRun: boolean): GoogleConfig {
  const urls = { GOOGLE_JWKS_URL: values.GOOGLE_JWKS_URL, GOOGLE_GSI_SRC: values.GOOGLE_GSI_SRC }
  if (!values.GOOGLE_CLIENT_ID) return { provider: mayRun ? 'built-in-sandbox' : 'none' }
  for (const [name, value] of Object.entries(urls)) {
    if (value && hasPublicHost(publicUrl) && !hasPublicHost(value))
      throw new ConfigError(`${name}: PUBLIC_URL is public, so this must be public too`)
  }
  return {
    provider: 'google',
    clientId: values.GOOGLE_CLIENT_ID,
    issuers: values.GOOGLE_ISSUERS?.split(',').map((issuer) => issuer.trim()) ?? [
      'https://accounts.google.com',
      'accounts.google.com',
    ],
    jwksUrl: values.GOOGLE_JWKS_URL ?? 'https://www.googleapis.com/oauth2/v3/certs',
    scriptUrl: values.GOOGLE_GSI_SRC ?? 'https://accounts.google.com/gsi/client',
  }
}
