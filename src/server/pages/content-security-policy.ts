import { createHash } from 'node:crypto'

export type PolicySources = {
  /** The payment provider's origin; null when its script is served from this origin. */
  paymentOrigin: string | null
  /** Google's sign-in script; null where it is not set up. */
  googleScriptUrl: string | null
  https: boolean
  /** Vite's development client needs its web socket and inline styles. */
  development: boolean
}

const scriptElement = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g

/** The content security policy of a page. It uses hashes of inline scripts, because a cached page cannot contain a nonce. */
export function contentSecurityPolicy(html: string, { paymentOrigin, googleScriptUrl, https, development }: PolicySources): string {
  const provider = paymentOrigin ? [paymentOrigin] : []
  // What Google's script needs (developers.google.com/identity/gsi/web/guides/get-google-api-clientid).
  const google = googleScriptUrl?.startsWith('https://accounts.google.com/') ? 'https://accounts.google.com/gsi/' : null
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'script-src': ["'self'", ...inlineHashes(html), ...provider, ...(google ? [`${google}client`] : [])],
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : []), ...(google ? [`${google}style`] : [])],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", ...(development ? ['ws:'] : []), ...(google ? [google] : [])],
    'frame-src': ["'self'", 'https://www.youtube-nocookie.com', ...provider, ...(google ? [google] : [])],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

function inlineHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(scriptElement)) {
    // Data blocks are not executed.
    if (/type="application\/(ld\+)?json"/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return [...hashes]
}
