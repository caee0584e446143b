type Site = { publicUrl: string }

/** Headers of every response. Built files and covers, dozens on a page, have no others. */
export function minimalHeaders({ publicUrl }: Site): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // YouTube's player needs a referrer. Other origins receive the origin only, not the full URL.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Without includeSubDomains: other hosts of the domain may not support HTTPS.
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  }
}

/** Headers of every response except built files and covers, where the additional ones have no effect. Pages add their content security policy. */
export function commonHeaders(site: Site): Record<string, string> {
  return {
    ...minimalHeaders(site),
    // Google's sign-in pop-up must reach its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}

/** CORS: scripts of any other site may read this, without credentials of this one. */
export const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
