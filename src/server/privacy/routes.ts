import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import { adminPrivacyRoutes } from './admin-routes.ts'
import { isConsentPurpose } from './consents.ts'
import { isLegalPage } from './legal/legal.ts'
import { presentOwnRequest } from './present.ts'
import type { Privacy } from './privacy.ts'

export function privacyRoutes(privacy: Privacy) {
  const { privacy: on } = endpoints
  const { legal, consents, requests } = privacy
  return {
    ...adminPrivacyRoutes(privacy),

    showLegalPage: on.showLegalPage.handler(async ({ input: { page, version }, errors }) => {
      const shown = isLegalPage(page) ? await legal.show(page, version) : null
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown)
    }),

    listConsents: on.listConsents.handler(async ({ context }) => ok(await consents.list(context.viewer().id))),

    setConsent: on.setConsent.handler(async ({ input: { purpose, given }, context, errors }) => {
      if (!isConsentPurpose(purpose)) throw errors.NOT_FOUND()
      const { id } = context.viewer()
      const result = await consents.set(id, purpose, given)
      if (result === 'not-withdrawable') throw errors.NOT_WITHDRAWABLE()
      if (result !== 'set') throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: result.retryAfterSeconds } })
      return ok(await consents.list(id), given ? 'Persetujuan dicatat.' : 'Persetujuan dicabut.')
    }),

    listMyPrivacyRequests: on.listMyPrivacyRequests.handler(async ({ context }) => ok((await requests.listOf(context.viewer().id)).map(presentOwnRequest))),

    filePrivacyRequest: on.filePrivacyRequest.handler(async ({ input, context, errors }) => {
      const filed = await requests.file(context.viewer(), input)
      if ('allowed' in filed) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: filed.retryAfterSeconds } })
      return ok(presentOwnRequest(filed), 'Permintaan terkirim. Kami menjawab lewat email dalam 3×24 jam.')
    }),
  }
}
