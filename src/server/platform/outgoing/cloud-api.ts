import * as z from 'zod/mini'

/** Content of a message: the code that proves a number, or a notification with a path of this site. */
export type WhatsAppContent = { code: string } | { title: string; text: string; path: string }

/** Names of the templates as they were approved. */
type TemplateNames = { code: string; notice: string; language: string }

type OutgoingMessage = {
  /** Comes back with each report. */ id: string
  to: string
  content: WhatsAppContent
  templates: TemplateNames
  siteUrl: string
  /** Within 24 hours of the person's own message. */ isAnswer: boolean
}

export type WhatsAppProvider = {
  appSecret: string
  phoneNumberId: string
  /** Nothing reaches a phone. */
  isSandbox: boolean
  /** Returns the id under which its delivery is reported. Rejects with WhatsAppRefusal, or with the error of the network. */
  send(message: OutgoingMessage): Promise<string>
  /** True when the token and the phone number id are accepted. Rejects when there is no answer. */
  checkKeys(): Promise<'accepted' | 'rejected'>
}

/** The answer of the other side that a message was not accepted. */
export class WhatsAppRefusal extends Error {
  override name = 'WhatsAppRefusal'
  readonly code: number
  /** Trying again changes nothing. */
  readonly isFinal: boolean
  constructor(code: number, message: string) {
    super(`${code}: ${message}`)
    this.code = code
    this.isFinal = !passing.has(code)
  }
}

/** Limits of the other side, and its own failures: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes. */
const passing = new Set([
  0, 1, 2, 4, 190, 80007, 130429, 131000, 131016, 131042, 131048, 131056, 131057, 133004, 133010,
])
/** The 24 hours are over: only a template may be sent. */
const windowIsOver = 131047

const timeoutMs = 10_000
const accepted = z.object({
  messages: z.array(z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) })).check(z.minLength(1)),
})
const refused = z.object({
  error: z.object({
    code: z.number(),
    message: z.optional(z.string()),
    error_data: z.optional(z.object({ details: z.optional(z.string()) })),
  }),
})

type Options = {
  base: string
  phoneNumberId: string
  token: string
  appSecret: string
  isSandbox?: boolean
  fetch: (request: Request) => Promise<Response>
}

/** Meta's Cloud API. */
export function createCloudApi({
  base,
  phoneNumberId,
  token,
  appSecret,
  isSandbox = false,
  fetch,
}: Options): WhatsAppProvider {
  const authorization = `Bearer ${token}`

  async function post(body: object): Promise<string> {
    const response = await fetch(
      new Request(`${base}/${phoneNumberId}/messages`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ messaging_product: 'whatsapp', recipient_type: 'individual', ...body }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      }),
    )
    const answer: unknown = await response.json().catch(() => null)
    const [taken, failure] = [accepted.safeParse(answer), refused.safeParse(answer)]
    if (response.ok && taken.success) return taken.data.messages[0]?.id ?? ''
    if (failure.success) {
      const { code, message = '', error_data: data } = failure.data.error
      throw new WhatsAppRefusal(code, [message, data?.details].filter(Boolean).join(' – ').slice(0, 300))
    }
    throw new Error(`status ${response.status} without a known body`)
  }

  return {
    appSecret,
    phoneNumberId,
    isSandbox,
    async send({ id, to, content, templates, siteUrl, isAnswer }) {
      const sent = { to, biz_opaque_callback_data: id }
      const template = () => post({ ...sent, type: 'template', template: templateOf(content, templates) })
      if (!isAnswer || 'code' in content) return template()
      const body = [`*${oneLine(content.title)}*`, content.text, siteUrl + content.path].filter(Boolean).join('\n')
      try {
        return await post({ ...sent, type: 'text', text: { preview_url: false, body: body.slice(0, maximumText) } })
      } catch (error) {
        if (error instanceof WhatsAppRefusal && error.code === windowIsOver) return template()
        throw error
      }
    },
    async checkKeys() {
      const request = new Request(`${base}/${phoneNumberId}?fields=id`, {
        headers: { authorization },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      return (await fetch(request)).ok ? 'accepted' : 'rejected'
    },
  }
}

const maximumText = 4096
const maximumParameter = 500
/** Parameters of templates have no line breaks, and are not empty. */
const oneLine = (value: string): string =>
  value.replaceAll(/\s+/g, ' ').trim().slice(0, maximumParameter).toWellFormed() || '–'
const text = (value: string) => ({ type: 'text', text: oneLine(value) })

function templateOf(content: WhatsAppContent, { code, notice, language }: TemplateNames) {
  const button = (value: string) => ({ type: 'button', sub_type: 'url', index: '0', parameters: [text(value)] })
  const named = (name: string, parameters: object[], suffix: string) => ({
    name,
    language: { code: language },
    components: [{ type: 'body', parameters }, button(suffix)],
  })
  if ('code' in content) return named(code, [text(content.code)], content.code)
  return named(notice, [text(content.title), text(content.text)], content.path.replace(/^\//, ''))
}
