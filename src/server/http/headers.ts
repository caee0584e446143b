/** Headers of every response. Pages add their content security policy. */
export function commonHeaders({ publicUrl }: { publicUrl: string }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // YouTube's player needs a referrer. Other origins receive the origin only, not the full URL.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Google's sign-in pop-up must reach its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    // Without includeSubDomains: other hosts of the domain may not support HTTPS.
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  }
}
