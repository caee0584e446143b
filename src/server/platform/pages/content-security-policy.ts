import { createHash } from 'node:crypto'

export type PolicySources = {
  /** The payment provider's origin; null when its script is served from this origin. */
  paymentOrigin: string | null
  /** Google's sign-in script; null where it is not set up. */
  googleScriptUrl: string | null
  isHttps: boolean
  /** Vite's development client needs its web socket and inline styles. */
  isDevelopment: boolean
}

export type InlineSources = { inlineScripts: readonly string[]; inlineStyles: readonly string[] }

/**
 * The content security policy of all pages. It allows the known inline scripts and styles by their hashes: a cached page cannot contain a nonce, and
 * hashes of what a page contains would allow injected scripts too. Data blocks (JSON) need none.
 */
export function contentSecurityPolicy(
  { inlineScripts, inlineStyles }: InlineSources,
  { paymentOrigin, googleScriptUrl, isHttps, isDevelopment }: PolicySources,
): string {
  const provider = paymentOrigin ? [paymentOrigin] : []
  // Google's script needs this (developers.google.com/identity/gsi/web/guides/get-google-api-clientid).
  const google = googleScriptUrl?.startsWith('https://accounts.google.com/') ? 'https://accounts.google.com/gsi/' : null
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'script-src': ["'self'", ...inlineScripts.map(hashSource), ...provider, ...(google ? [`${google}client`] : [])],
    // A hash would disable 'unsafe-inline'.
    'style-src': [
      "'self'",
      ...(isDevelopment ? ["'unsafe-inline'"] : inlineStyles.map(hashSource)),
      ...(google ? [`${google}style`] : []),
    ],
    // The preview of a video before it is uploaded.
    'media-src': ["'self'", 'blob:'],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", ...(isDevelopment ? ['ws:'] : []), ...(google ? [google] : [])],
    'frame-src': ["'self'", 'https://www.youtube-nocookie.com', ...provider, ...(google ? [google] : [])],
    ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

const hashSource = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
