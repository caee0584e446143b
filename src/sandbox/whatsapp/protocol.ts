import { createHmac } from 'node:crypto'

/** A message that was accepted, as the phone would show it. */
export type Accepted = {
  id: string
  /** Given by the sender to get back with each report (`biz_opaque_callback_data`). */
  reference: string | null
  to: string
  /** Read by the person; a template with its parameters filled in. */
  text: string
  button: { label: string; url: string } | null
  type: 'template' | 'text'
  state: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
}
export type Template = { body: string; button: string; /** Begins every address of the button. */ url: string }

/** An error of the Graph API. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: number
  readonly status: number
  constructor(code: number, status: number, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

export const errorBody = ({ code, message }: ApiError) => ({
  error: {
    message: `(#${code}) ${message}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: message },
    fbtrace_id: 'sandbox',
  },
})

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const texts = (component: unknown): string[] =>
  list(record(component)['parameters']).map((one) => String(record(one)['text'] ?? ''))
const fill = (pattern: string, values: readonly string[]): string =>
  pattern.replaceAll(/\{\{(\d+)\}\}/g, (_, index) => values[Number(index) - 1] ?? '')

type Known = { templates: Readonly<Record<string, Template>>; language: string }

/** Reads the body of `POST /messages`; throws what Meta answers to a wrong one. */
export function readMessage(
  body: unknown,
  { templates, language }: Known,
): Pick<Accepted, 'reference' | 'to' | 'text' | 'button' | 'type'> {
  const { messaging_product: product, to, type, template, text, biz_opaque_callback_data: given } = record(body)
  if (given !== undefined && (typeof given !== 'string' || given.length > 512))
    throw new ApiError(131009, 400, 'Parameter value is not valid: biz_opaque_callback_data')
  const reference = given ?? null
  if (product !== 'whatsapp') throw new ApiError(100, 400, 'The parameter messaging_product is required.')
  if (typeof to !== 'string' || !/^\d{8,15}$/.test(to))
    throw new ApiError(131009, 400, 'Parameter value is not valid: to')
  if (type === 'text') {
    const written = record(text)['body']
    if (typeof written !== 'string' || written === '' || written.length > 4096)
      throw new ApiError(131008, 400, 'Required parameter is missing: text.body')
    return { reference, to, text: written, button: null, type }
  }
  if (type !== 'template') throw new ApiError(131051, 400, 'Unsupported message type')
  const { name, language: wanted, components } = record(template)
  const known = typeof name === 'string' && Object.hasOwn(templates, name) ? templates[name] : undefined
  if (!known || record(wanted)['code'] !== language)
    throw new ApiError(132001, 404, 'Template name does not exist in the translation')
  const [bodyPart, buttonPart] = ['body', 'button'].map((part) =>
    list(components).find((component) => record(component)['type'] === part),
  )
  const values = texts(bodyPart)
  const count = new Set(known.body.match(/\{\{\d+\}\}/g)).size
  if (values.length !== count)
    throw new ApiError(132000, 400, `Number of parameters does not match: expected ${count}, got ${values.length}`)
  if (values.some((value) => value === '' || /[\n\t]| {5}/.test(value)))
    throw new ApiError(132018, 400, 'Parameters must not be empty or contain new lines')
  const [suffix] = texts(buttonPart)
  if (suffix === undefined) throw new ApiError(131008, 400, 'Required parameter is missing: button')
  return {
    reference,
    to,
    text: fill(known.body, values),
    button: { label: known.button, url: known.url + suffix },
    type,
  }
}

type Change = { phoneNumberId: string; statuses?: object[]; messages?: object[] }

/** A webhook with its signature. */
export function webhookRequest(url: string, appSecret: string, { phoneNumberId, ...told }: Change): Request {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550000000', phone_number_id: phoneNumberId },
    ...told,
  }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: 'sandbox', changes: [{ field: 'messages', value }] }],
  })
  const signature = createHmac('sha256', appSecret).update(body).digest('hex')
  return new Request(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  })
}
