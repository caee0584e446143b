import { createHash } from 'node:crypto'
import { escapeHtml } from '#contract/kit/text/html-text.ts'
import { closedRetrySeconds, withRetryAfter } from '#server/platform/http/index.ts'

const style =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;gap:.75rem;padding:1.5rem;text-align:center;font:1rem/1.6 system-ui,sans-serif;color:#191b29;background:#fbfaf6;color-scheme:light dark}a{color:#3547b4;font-weight:600}@media (prefers-color-scheme:dark){body{color:#eeede8;background:#11131d}a{color:#a9b8ff}}'

/** The error page for failures of the renderer. Depends on no script, file or database. */
export function failurePage({ status, requestId }: { status: 500 | 503; requestId: string }): Response {
  const title = status === 503 ? 'Sebentar, server sedang sibuk' : 'Ada gangguan di server'
  const body = `<p>Bukan salahmu. Coba muat ulang sebentar lagi.</p><p><a href="">Muat ulang</a> · <a href="/">Ke beranda</a></p><p><small>Kode: ${requestId}</small></p>`
  return withRetryAfter(plainPage(title, body, status))
}

const refreshSeconds = 2

/** Opens the site by itself once it has started. */
export function startingPage(what: string): Response {
  const body = `<p>${escapeHtml(what)}</p><p>Situsnya terbuka sendiri di sini begitu siap.</p>`
  const refresh = `<meta http-equiv="refresh" content="${refreshSeconds}">`
  return withRetryAfter(plainPage('Sebentar, situs sedang disiapkan', body, 503, refresh), refreshSeconds)
}

/** A link that was cut together wrongly, or a form that put a whole text into its address. */
export const urlTooLongPage = (): Response =>
  plainPage(
    'Alamat ini terlalu panjang',
    '<p>Tautannya mungkin rusak. Mulai lagi dari beranda.</p><p><a href="/">Ke beranda</a></p>',
    414,
  )

/** Shown to visitors in maintenance mode, with the message of an admin. */
export function maintenancePage(message: string | null): Response {
  const text = escapeHtml(
    message ?? 'Kami sedang merapikan situs ini. Coba lagi sebentar lagi. Kelas dan progresmu aman.',
  )
  const body = `<p>${text}</p><p><a href="">Muat ulang</a></p><p><small><a href="/auth/sign-in">Masuk sebagai admin</a></small></p>`
  return withRetryAfter(plainPage('Situs sedang dalam pemeliharaan', body, 503), closedRetrySeconds)
}

function plainPage(title: string, body: string, status: 414 | 500 | 503, head = ''): Response {
  const html = `<!DOCTYPE html><html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${head}<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
    },
  })
}
