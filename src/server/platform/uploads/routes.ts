import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Uploads } from './uploads.ts'

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
