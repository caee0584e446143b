import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'

const lessonTypes = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const

function asset(file: string): (request: Request) => Response {
  const bytes = readFileSync(new URL(`././${file}`, import.meta.url))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const headers = {
    'content-type': lessonTypes[file.endsWith('.css') ? 'css' : 'js'],
    'cache-control': 'no-cache',
    etag,
    'x-content-type-options': 'nosniff',
    // The merchant's page may be served from another origin.
    'cross-origin-resource-policy': 'cross-origin',
  }
  return (request) =>
    request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers })
      : new Response(bytes, { headers })
}

const files: [path: string, file: string][] = [
  ['/snap/snap.js', 'snap.js'],
  ['/snap/assets/payment-page.js', 'payment-page.js'],
  ['/snap/assets/payment-methods.js', 'payment-methods.js'],
  ['/snap/assets/merchant-channel.js', 'merchant-channel.js'],
  ['/snap/assets/payment-page.css', 'payment-page.css'],
  ['/snap/assets/operator.css', 'operator.css'],
]

/** The scripts and styles that browsers load. */
export function assets(): Hono {
  const app = new Hono()
  for (const [path, file] of files) {
    const respond = asset(file)
    app.get(path, (context) => respond(context.req.raw))
  }
  return app
}
