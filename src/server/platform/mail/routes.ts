import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Mail } from './mail.ts'
import { presentMail, presentMailDetail } from './present.ts'

export function mailRoutes(mail: Mail) {
  const { mail: on } = endpoints
  const visibility = { showSecrets: !mail.isExternal }

  return {
    listMails: on.listMails.handler(async ({ input }) => {
      const { rows, ...meta } = await mail.list(input)
      return { success: true as const, data: rows.map(presentMail), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    showMail: on.showMail.handler(async ({ input, errors }) => {
      const row = await mail.find(input.id)
      if (!row) throw errors.NOT_FOUND()
      return ok(presentMailDetail(row, visibility))
    }),

    resendMail: on.resendMail.handler(async ({ input, errors }) => {
      const row = await mail.resend(input.id)
      if (!row) throw errors.NOT_FOUND()
      return ok(presentMailDetail(row, visibility), 'Email dikirim ulang.')
    }),
  }
}
