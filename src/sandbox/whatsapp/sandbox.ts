import { ApiError, errorBody, readMessage, webhookRequest, type Accepted, type Template } from './protocol.ts'
import { phonePage, stylesheet } from './pages.ts'

export type WhatsAppSandboxOptions = {
  publicBase: string
  phoneNumberId: string
  token: string
  appSecret: string
  webhookUrl: string
  deliver: (request: Request) => Promise<Response>
  clock: { now(): Date }
  templates: Readonly<Record<string, Template>>
  language: string
}
export type WhatsAppSandbox = ReturnType<typeof createWhatsAppSandbox>

const messagesKept = 200
const windowMs = 24 * 60 * 60 * 1000
/** Numbers that end like this have no WhatsApp: refused at once, or reported later. */
const refusedNumbers = /0001$/
const unreachableNumbers = /0002$/

/**
 * Simulates Meta's Cloud API: `POST /{phone number id}/messages` with its errors, webhooks about deliveries, and a page that shows what would
 * arrive. It performs no authentication of whoever looks at it, so it must only run on a developer's machine.
 */
export function createWhatsAppSandbox(options: WhatsAppSandboxOptions) {
  const { publicBase, phoneNumberId, token, appSecret, webhookUrl, deliver, clock, templates, language } = options
  const { pathname: basePath } = new URL(publicBase)
  const accepted: Accepted[] = []
  /** When a person wrote last. */
  const wrote = new Map<string, number>()
  const failures: ApiError[] = []
  let running = Promise.resolve()
  let isLate = false
  let count = 0

  /** One after the other, in the background. */
  const tell = (change: { statuses?: object[]; messages?: object[] }) => {
    running = running
      .then(() => deliver(webhookRequest(webhookUrl, appSecret, { phoneNumberId, ...change })))
      .then(
        () => {},
        () => {},
      )
  }
  const now = () => String(Math.floor(clock.now().getTime() / 1000))

  function report(
    message: Accepted,
    state: Exclude<Accepted['state'], 'accepted'>,
    error?: { code: number; title: string },
  ) {
    message.state = state
    tell({
      statuses: [
        {
          id: message.id,
          status: state,
          timestamp: now(),
          recipient_id: message.to,
          ...(message.reference === null ? {} : { biz_opaque_callback_data: message.reference }),
          ...(error ? { errors: [error] } : {}),
        },
      ],
    })
  }

  function accept(body: unknown): Accepted {
    const failure = failures.shift()
    if (failure) throw failure
    const read = readMessage(body, { templates, language })
    if (refusedNumbers.test(read.to)) throw new ApiError(131026, 400, 'Message undeliverable')
    count += 1
    const message: Accepted = {
      ...read,
      id: `wamid.SANDBOX${count}.${crypto.randomUUID()}`,
      state: 'accepted',
      at: clock.now(),
    }
    accepted.push(message)
    if (accepted.length > messagesKept) accepted.shift()
    const isWindowOver = read.type === 'text' && clock.now().getTime() - (wrote.get(read.to) ?? 0) > windowMs
    if (isWindowOver) report(message, 'failed', { code: 131047, title: 'Re-engagement message' })
    else if (unreachableNumbers.test(read.to))
      report(message, 'failed', { code: 131026, title: 'Message undeliverable' })
    else for (const state of ['sent', 'delivered'] as const) report(message, state)
    return message
  }

  async function handleMessage(request: Request): Promise<Response> {
    try {
      if (request.headers.get('authorization') !== `Bearer ${token}`)
        throw new ApiError(190, 401, 'Invalid OAuth access token.')
      const body: unknown = await request.json().catch(() => null)
      const { id, to } = accept(body)
      if (isLate) await running
      isLate = false
      return Response.json({
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id, message_status: 'accepted' }],
      })
    } catch (error) {
      if (error instanceof ApiError) return Response.json(errorBody(error), { status: error.status })
      throw error
    }
  }

  const control = {
    messages: (): readonly Accepted[] => accepted,
    /** The person opens the message. */
    read: (id: string) =>
      void accepted.filter((one) => one.id === id && one.state === 'delivered').forEach((one) => report(one, 'read')),
    /** The person writes to the site. */
    write(from: string, text: string) {
      wrote.set(from, clock.now().getTime())
      tell({
        messages: [{ from, id: `wamid.${crypto.randomUUID()}`, timestamp: now(), type: 'text', text: { body: text } }],
      })
    },
    /** The next message is refused like this. */
    failNext: (code: number, { status = 400, message = 'Simulated failure' } = {}) =>
      void failures.push(new ApiError(code, status, message)),
    /** The next message is answered after its reports were delivered. */
    answerLate: () => void (isLate = true),
    /** Resolves when all webhooks were delivered. */
    async idle() {
      await running
    },
  }

  async function actOnPage(request: Request, path: string): Promise<Response> {
    const form = new URLSearchParams((await request.text()).slice(0, 5000))
    if (path === 'POST /read') control.read(form.get('id') ?? '')
    const from = (form.get('from') ?? '').replaceAll(/\D/g, '').slice(0, 15)
    if (path === 'POST /write' && from) control.write(from, (form.get('text') ?? '').slice(0, 1000))
    await control.idle()
    return new Response(null, { status: 303, headers: { location: `${basePath}/` } })
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const path = `${request.method} ${pathname.slice(basePath === '/' ? 0 : basePath.length)}`
    switch (path) {
      case `POST /${phoneNumberId}/messages`:
        return handleMessage(request)
      case `GET /${phoneNumberId}`:
        return request.headers.get('authorization') === `Bearer ${token}`
          ? Response.json({ id: phoneNumberId })
          : Response.json(errorBody(new ApiError(190, 401, 'Invalid OAuth access token.')), { status: 401 })
      case 'GET /style.css':
        return new Response(stylesheet, { headers: { 'content-type': 'text/css; charset=utf-8' } })
      case 'GET /':
        await control.idle()
        return page(phonePage({ basePath, messages: accepted.toReversed() }))
      case 'POST /read':
      case 'POST /write':
        // A page of another origin may not write in a person's name.
        if (request.headers.get('sec-fetch-site') === 'cross-site') return new Response('Forbidden', { status: 403 })
        return actOnPage(request, path)
      default:
        return Response.json(errorBody(new ApiError(100, 404, 'Unsupported request')), { status: 404 })
    }
  }

  return { fetch, control }
}

const page = (html: string) =>
  new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    },
  })
