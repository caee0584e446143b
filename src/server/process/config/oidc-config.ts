import * as z from 'zod'
import { hasPublicHost } from '#server/platform/public-host.ts'
import { ConfigError } from './config-error.ts'
import { httpUrl } from './urls.ts'

export const oidcSettings = {
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_LABEL: z.string().trim().min(1).max(40).optional(),
  OIDC_TRUST_EMAIL: z.enum(['on', 'off']).optional(),
}

/** Null: without sign-in of an organisation. */
export type OidcConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** "Masuk dengan …" */
  label: string
  /** The organisation proves addresses itself. */
  trustsEmail: boolean
} | null

type Values = z.infer<z.ZodObject<typeof oidcSettings>>

/** All four or none: a part of them is a mistake. */
export function oidcConfig(values: Values, publicUrl: string): OidcConfig {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_LABEL } = values
  const needed = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_LABEL }
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  if (missing.length === Object.keys(needed).length) {
    if (values.OIDC_TRUST_EMAIL !== undefined) throw new ConfigError('OIDC_TRUST_EMAIL: needs OIDC_ISSUER')
    return null
  }
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !OIDC_LABEL)
    throw new ConfigError(`${missing.map(([name]) => name).join(', ')}: needed for sign-in with OpenID Connect`)
  if (hasPublicHost(publicUrl) && !OIDC_ISSUER.startsWith('https://'))
    throw new ConfigError('OIDC_ISSUER: PUBLIC_URL is public, so this must start with https://')
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    label: OIDC_LABEL,
    trustsEmail: values.OIDC_TRUST_EMAIL === 'on',
  }
}
