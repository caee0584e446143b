import { createHash } from 'node:crypto'

export type PolicySources = {
  /** The payment provider's origin, or null when its script comes from our own. */
  paymentOrigin: string | null
  https: boolean
  /** Vite's development client needs its web socket and inline styles. */
  development: boolean
}

const scriptElement = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g

/** The page policy. It names the hashes of the page's own inline scripts, because a page kept for everyone cannot carry a nonce. */
export function contentPolicy(html: string, { paymentOrigin, https, development }: PolicySources): string {
  const provider = paymentOrigin ? [paymentOrigin] : []
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'script-src': ["'self'", ...inlineHashes(html), ...provider],
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : [])],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", ...(development ? ['ws:'] : [])],
    'frame-src': ["'self'", 'https://www.youtube-nocookie.com', ...provider],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

function inlineHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(scriptElement)) {
    // Data blocks are not run.
    if (/type="application\/(ld\+)?json"/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return [...hashes]
}
