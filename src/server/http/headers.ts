/** Headers of every answer. A page adds its own content policy. */
export function commonHeaders({ publicUrl }: { publicUrl: string }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // YouTube's player refuses to play without a referrer; the full address never leaves for another origin.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Sign-in with an outside account happens in a pop-up that must reach back.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    // For this host only: what else runs under the domain is not this product's to promise.
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  }
}
