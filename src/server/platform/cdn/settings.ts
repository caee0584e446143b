import * as z from 'zod'

export type CdnConfig = {
  /** How long a CDN caches a page. */
  seconds: number
  purge: { url: string; token: string | null } | null
}

export const cdnSettings = {
  CDN_SECONDS: z.coerce.number().int().min(0).max(86_400).default(0),
  CDN_PURGE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  CDN_PURGE_TOKEN: z.string().min(1).optional(),
}
type Values = { CDN_SECONDS: number; CDN_PURGE_URL?: string | undefined; CDN_PURGE_TOKEN?: string | undefined }

/** A setting without another one that it needs, as a sentence for the operator. Null when there is none. */
export function loneCdnSetting({ CDN_SECONDS: seconds, CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token }: Values): string | null {
  if (url && seconds === 0) return 'CDN_PURGE_URL: needs CDN_SECONDS too'
  return token && !url ? 'CDN_PURGE_TOKEN: needs CDN_PURGE_URL too' : null
}

/** Null without a CDN in front of the product. */
export function cdnConfig({ CDN_SECONDS: seconds, CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token }: Values): CdnConfig | null {
  return seconds === 0 ? null : { seconds, purge: url ? { url, token: token ?? null } : null }
}
