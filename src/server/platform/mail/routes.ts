import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import { found } from '#server/platform/outcomes.ts'
import type { Mail } from './mail.ts'
import { presentMail, presentMailDetail } from './present.ts'

export function mailRoutes(mail: Mail) {
  const { mail: on } = endpoints
  const visibility = { showSecrets: !mail.isExternal }

  return {
    listMails: on.listMails.handler(async ({ input }) => {
      const { rows, ...meta } = await mail.list(input)
      return {
        success: true as const,
        data: rows.map(presentMail),
        meta: { page: input.page, limit: input.limit, ...meta },
      }
    }),

    showMail: on.showMail.handler(async ({ input, errors }) =>
      ok(presentMailDetail(found(await mail.find(input.id), errors), visibility)),
    ),

    resendMail: on.resendMail.handler(async ({ input, errors }) =>
      ok(presentMailDetail(found(await mail.resend(input.id), errors), visibility), 'Email dikirim ulang.'),
    ),
  }
}
