import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { adminPrivacyRoutes } from './admin-routes.ts'
import { isConsentPurpose } from './consents.ts'
import { isLegalPage } from './legal.ts'
import { presentOwnRequest } from './present.ts'
import type { Privacy } from './privacy.ts'
import { serve } from '#server/serve.ts'

export function privacyRoutes(privacy: Privacy) {
  const { privacy: on } = endpoints
  const { legal, consents, requests } = privacy
  return {
    ...adminPrivacyRoutes(privacy),

    showLegalPage: on.showLegalPage.handler(async ({ input: { page, version }, errors }) => {
      return ok(found(isLegalPage(page) ? await legal.show(page, version) : null, errors))
    }),

    listConsents: serve(on.listConsents, async (viewer) => consents.list(viewer.id)),

    setConsent: on.setConsent.handler(async ({ input: { purpose, given }, context, errors }) => {
      if (!isConsentPurpose(purpose)) throw errors.NOT_FOUND()
      const { id } = context.viewer()
      accept(await consents.set(id, purpose, given), errors, 'set')
      return ok(await consents.list(id), given ? 'Persetujuan dicatat.' : 'Persetujuan dicabut.')
    }),

    listMyPrivacyRequests: on.listMyPrivacyRequests.handler(async ({ context }) =>
      ok((await requests.listOf(context.viewer().id)).map(presentOwnRequest)),
    ),

    filePrivacyRequest: on.filePrivacyRequest.handler(async ({ input, context, errors }) => {
      const { request } = accept(await requests.file(context.viewer(), input), errors, 'filed')
      return ok(presentOwnRequest(request), 'Permintaan terkirim. Kami menjawab lewat email dalam 3×24 jam.')
    }),
  }
}
