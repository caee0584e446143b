import * as z from 'zod/mini'
import { at, adminEndpoint, response, id, paging } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'

const mailStates = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/** A mail in the outbox. `failed` means that retries are exhausted; it is sent again only by `resendMail`. */
const mailSummary = z.object({
  _id: z.string(),
  kind: z.string(),
  to: z.object({ name: z.string(), email: z.string() }),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  /** `sent` into a folder of the server, because no mail server is set up. */
  isKept: z.boolean(),
  nextAttemptAt: z.nullable(z.string()),
})
export type MailSummary = z.infer<typeof mailSummary>

/** `text` is null for a mail with a secret link when mails are really delivered, so that the outbox grants no access to accounts. */
const mailDetail = z.extend(mailSummary, { text: z.nullable(z.string()) })
export type MailDetail = z.infer<typeof mailDetail>

const filterMessage = 'Nilai filter tidak dikenal'

export const listMailsInput = z.object({
  state: z.optional(z.enum(mailStates, filterMessage)),
  /** Part of an address or a subject. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  ...paging,
  cursor,
})
export type ListMailsInput = z.infer<typeof listMailsInput>

const byId = z.object({ id })

export const mailContract = {
  listMails: adminEndpoint
    .route(at('GET /admin/mails', 'Sent, waiting and failed mails, newest first'))
    .input(listMailsInput)
    .output(keysetResponse(mailSummary)),
  showMail: adminEndpoint
    .route(at('GET /admin/mails/{id}', 'One mail with its text'))
    .input(byId)
    .output(response(mailDetail)),
  resendMail: adminEndpoint
    .route(at('POST /admin/mails/{id}/resend', 'Send a mail again'))
    .input(byId)
    .output(response(mailDetail)),
}
