import { type Context, Hono } from 'hono'
import type { OrderView, PaymentSandboxControl } from '#sandbox/payment/control.ts'
import { Rejection, type SandboxContext } from '#sandbox/payment/context.ts'
import { operatorAccess } from './operator-access.ts'
import { operatorHtml } from './operator-html.ts'
import { readChaosForm } from './chaos-form.ts'
import { asRecord, readJson } from './read-json.ts'

type Fields = Record<string, string>
const minuteMs = 60_000
/** A year: times that no date can hold would break every later request. */
const maximumMinutes = 366 * 24 * 60

/** The operator page and, with `Accept: application/json`, the same actions as an API. */
export function operatorPage(sandbox: SandboxContext, control: PaymentSandboxControl): Hono {
  const page = new Hono()
  page.use('*', operatorAccess(sandbox))
  page.get('/', (context) => {
    context.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    return context.html(operatorHtml(sandbox, control, context.req.query('pesan') ?? ''))
  })
  page.get('/orders', (context) => context.json(control.listOrders()))
  page.get('/notifications', (context) => context.json(control.webhookLog()))
  page.post('/orders/:id/:action', (context) =>
    perform(sandbox, context, (fields) =>
      actOnOrder(control, context.req.param('id'), context.req.param('action'), fields),
    ),
  )
  page.post('/notifications/:id/redeliver', (context) =>
    perform(sandbox, context, () => control.redeliver(context.req.param('id'))),
  )
  page.post('/chaos', (context) =>
    perform(sandbox, context, (fields) => control.setChaos(readChaosForm(fields), fields['orderId'] || undefined)),
  )
  page.post('/chaos/clear', (context) => perform(sandbox, context, () => control.clearChaos()))
  page.post('/clock', (context) =>
    perform(sandbox, context, (fields) => control.advanceClock(readMinutes(fields) * minuteMs)),
  )
  return page
}

function actOnOrder(control: PaymentSandboxControl, orderId: string, action: string, fields: Fields): OrderView {
  switch (action) {
    case 'pay':
      return control.pay(orderId, fields['card'] || undefined)
    case 'pay-later':
      return control.payLater(orderId)
    case 'deny':
      return control.deny(orderId)
    case 'settle':
      return control.settle(orderId)
    case 'expire':
      return control.expire(orderId)
    case 'cancel':
      return control.cancel(orderId)
    case 'approve':
      return control.approve(orderId)
    case 'refund':
      return control.refund(orderId, {
        amountIdr: fields['amountIdr'] ? Number(fields['amountIdr']) : null,
        reason: fields['reason'] ?? '',
      })
    case 'reverse':
      return control.reverse(orderId)
    case 'restore':
      return control.restore(orderId)
    case 'chargeback':
      return control.chargeback(orderId)
    default:
      throw new Rejection('404', `no such action: ${action}`)
  }
}

function readMinutes(fields: Fields): number {
  const minutes = Number(fields['minutes'])
  if (!(minutes >= 0 && minutes <= maximumMinutes))
    throw new Rejection('400', `minutes must be a number from 0 to ${maximumMinutes}`)
  return minutes
}

async function perform(
  sandbox: SandboxContext,
  context: Context,
  action: (fields: Fields) => unknown,
): Promise<Response> {
  const wantsJson = (context.req.header('accept') ?? '').includes('application/json')
  try {
    const done = action(await readFields(context)) ?? {}
    return wantsJson ? context.json(done) : back(sandbox, context, '')
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return wantsJson
      ? context.json({ status_code: error.statusCode, status_message: error.message }, 409)
      : back(sandbox, context, error.message)
  }
}

function back(sandbox: SandboxContext, context: Context, message: string): Response {
  return context.redirect(
    `${sandbox.prefix}/_sim${message ? `?pesan=${encodeURIComponent(message.toWellFormed())}` : ''}`,
    303,
  )
}

async function readFields(context: Context): Promise<Fields> {
  const isJson = (context.req.header('content-type') ?? '').startsWith('application/json')
  const fields = isJson ? asRecord(await readJson(context.req.raw)) : await readForm(context)
  const simple = Object.entries(fields).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  return Object.fromEntries(simple.map(([name, value]) => [name, String(value)]))
}

async function readForm(context: Context): Promise<Record<string, unknown>> {
  try {
    return await context.req.parseBody()
  } catch (cause) {
    throw new Rejection('400', 'the form cannot be read', { cause })
  }
}
