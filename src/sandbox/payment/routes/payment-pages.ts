import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { chargeByForm } from '#sandbox/payment/payments/charge-form.ts'
import { latestCharge } from '#sandbox/payment/ledger-records.ts'
import { resultBody } from '#sandbox/payment/payments/payment-bodies.ts'
import { Rejection, type SandboxContext } from '#sandbox/payment/context.ts'
import { asRecord, readJson } from './read-json.ts'
import { type SessionView, sessionView, unknownSessionView } from './session-view.ts'

/** The payment pages and their charge endpoint. */
export function paymentPages(sandbox: SandboxContext): Hono {
  const pages = new Hono()
  pages.get('/snap/v4/popup/:token', (context) => {
    if (context.req.query('client_key') === sandbox.options.clientKey) return page(sandbox, context, 'popup')
    const problem =
      'Kunci klien tidak cocok. (Access denied due to unauthorized transaction, please check client or server key)'
    return document(sandbox, context, unknownSessionView(sandbox, problem), 'popup', 401)
  })
  pages.get('/snap/v4/redirection/:token', (context) => page(sandbox, context, 'page'))
  pages.get('/snap/v2/transactions/:token/charge', (context) => {
    const order = sandbox.ledger.findOrderByToken(context.req.param('token'))
    return context.json(order ? sessionView(sandbox, order) : unknownSessionView(sandbox), order ? 200 : 404, {
      'cache-control': 'no-store',
    })
  })
  pages.post('/snap/v2/transactions/:token/charge', (context) => charge(sandbox, context))
  return pages
}

async function charge(sandbox: SandboxContext, context: Context): Promise<Response> {
  // CSRF protection: a cross-site form cannot send a JSON content type.
  if (!(context.req.header('content-type') ?? '').startsWith('application/json'))
    return context.json(failure('413', 'Content-Type must be application/json'), 415)
  const fields = asRecord(await readJson(context.req.raw))
  const order = sandbox.ledger.findOrderByToken(context.req.param('token') ?? '')
  if (!order) return context.json(failure('404', 'token not found'))
  try {
    const response = chargeByForm(sandbox, order, fields)
    if (!('order' in response)) return context.json(response)
    const made = latestCharge(response.order)
    return context.json(made ? resultBody(response.order, made) : failure('404', "Transaction doesn't exist."))
  } catch (error) {
    if (error instanceof Rejection) return context.json(failure(error.statusCode, error.message))
    throw error
  }
}

// The provider’s rule: on error `status_message` is an array.
function failure(statusCode: string, message: string) {
  return { status_code: statusCode, status_message: [message] }
}

function page(sandbox: SandboxContext, context: Context, kind: 'popup' | 'page'): Response | Promise<Response> {
  const order = sandbox.ledger.findOrderByToken(context.req.param('token') ?? '')
  return order
    ? document(sandbox, context, sessionView(sandbox, order), kind, 200)
    : document(sandbox, context, unknownSessionView(sandbox), kind, 404)
}

function document(
  sandbox: SandboxContext,
  context: Context,
  view: SessionView,
  kind: 'popup' | 'page',
  status: 200 | 401 | 404,
): Response | Promise<Response> {
  // Relative paths, so that the page also works under another host name.
  const assets = `${sandbox.prefix}/snap/assets`
  context.header('content-security-policy', contentPolicy(sandbox.options.merchantOrigins))
  context.header('referrer-policy', 'no-referrer')
  context.header('x-content-type-options', 'nosniff')
  context.header('cache-control', 'no-store')
  return context.html(
    html`<!doctype html>
<html lang="id" data-page="${kind}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Pembayaran Sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}/payment-page.css">
<script type="application/json" id="session">${raw(JSON.stringify(view).replaceAll('<', '\\u003c'))}</script>
<script type="module" src="${assets}/payment-page.js"></script>
</head>
<body><main id="payment"><noscript>Nyalakan JavaScript untuk membayar.</noscript></main></body>
</html>`,
    status,
  )
}

function contentPolicy(merchantOrigins: string[]): string {
  const ancestors = merchantOrigins.length > 0 ? merchantOrigins.join(' ') : "'none'"
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${ancestors}`
}
