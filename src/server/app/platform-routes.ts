import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { presentMail, presentMailDetail, type Mail } from '#server/platform/mail/index.ts'
import { found } from '#server/platform/outcomes.ts'
import type { Uploads } from '#server/platform/media/index.ts'

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

export const uploadRoutes = (uploads: Uploads) => ({
  uploadImage: endpoints.uploads.uploadImage.handler(async ({ input, context, errors }) => {
    const received = await uploads.receive(input.image, 'article', context.viewer().id)
    if (received.outcome === 'rejected') throw errors.INVALID_INPUT({ data: { errors: { image: received.message } } })
    const { image } = received
    return ok({
      url: `/uploads/${await uploads.storeNow(image, context.viewer().id)}`,
      width: image.width,
      height: image.height,
    })
  }),
})
