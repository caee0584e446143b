import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { presentIncident } from './incidents.ts'
import { isLegalPage } from './legal.ts'
import { presentRequest } from './present.ts'
import type { Privacy } from './privacy.ts'

export function adminPrivacyRoutes({ legal, requests, incidents }: Privacy) {
  const { privacy: on } = endpoints
  return {
    listPrivacyRequests: on.listPrivacyRequests.handler(async ({ input }) => {
      const { rows, total, overdue } = await requests.list(input)
      return {
        success: true as const,
        data: rows.map(presentRequest),
        meta: { page: input.page, limit: input.limit, total },
        overdue,
      }
    }),

    showPrivacyRequest: on.showPrivacyRequest.handler(async ({ input, errors }) =>
      ok(presentRequest(found(await requests.find(input.id), errors))),
    ),

    recordPrivacyRequest: on.recordPrivacyRequest.handler(async ({ input, context, errors }) => {
      const { request } = accept(await requests.record(context.viewer(), input), errors, 'recorded')
      return ok(presentRequest(request), 'Permintaan dicatat.')
    }),

    answerPrivacyRequest: on.answerPrivacyRequest.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { request } = accept(await requests.answer(context.viewer(), id, input), errors, 'saved')
      return ok(
        presentRequest(request),
        input.state === 'in-progress' ? 'Permintaan sedang diproses.' : 'Jawaban dikirim lewat email.',
      )
    }),

    listIncidents: on.listIncidents.handler(async ({ input }) => {
      const { rows, total } = await incidents.list(input)
      return {
        success: true as const,
        data: rows.map(presentIncident),
        meta: { page: input.page, limit: input.limit, total },
      }
    }),

    showIncident: on.showIncident.handler(async ({ input, errors }) =>
      ok(presentIncident(found(await incidents.find(input.id), errors))),
    ),

    createIncident: on.createIncident.handler(async ({ input, context }) =>
      ok(presentIncident(await incidents.create(context.viewer(), input)), 'Insiden dicatat.'),
    ),

    updateIncident: on.updateIncident.handler(async ({ input, context, errors }) => {
      const { incident } = accept(await incidents.update(context.viewer(), input), errors, 'saved')
      return ok(presentIncident(incident), 'Insiden tersimpan.')
    }),

    exportIncidents: on.exportIncidents.handler(({ context }) => incidents.export(context.viewer())),

    showLegalDraft: on.showLegalDraft.handler(async ({ input: { page }, errors }) => {
      if (!isLegalPage(page)) throw errors.NOT_FOUND()
      return ok(await legal.showDraft(page))
    }),

    previewLegalPage: on.previewLegalPage.handler(async ({ input, context }) =>
      ok({ html: await legal.preview(input.html, context.viewer().id) }),
    ),

    saveLegalPage: on.saveLegalPage.handler(async ({ input: { page, html, version }, context, errors }) => {
      if (!isLegalPage(page)) throw errors.NOT_FOUND()
      const { outcome } = accept(
        await legal.save({ page, html, version }, context.viewer().id),
        errors,
        'saved',
        'unchanged',
      )
      const draft = await legal.showDraft(page)
      return ok(draft, outcome === 'saved' ? `Versi ${draft.version} terbit.` : 'Tidak ada yang berubah.')
    }),
  }
}
