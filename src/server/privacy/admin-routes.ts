import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import { presentIncident } from './incidents.ts'
import { isLegalPage } from './legal/legal.ts'
import { presentRequest } from './present.ts'
import type { Privacy } from './privacy.ts'

export function adminPrivacyRoutes({ legal, requests, incidents }: Privacy) {
  const { privacy: on } = endpoints
  return {
    listPrivacyRequests: on.listPrivacyRequests.handler(async ({ input }) => {
      const { rows, total, overdue } = await requests.list(input)
      return { success: true as const, data: rows.map(presentRequest), meta: { page: input.page, limit: input.limit, total }, overdue }
    }),

    showPrivacyRequest: on.showPrivacyRequest.handler(async ({ input, errors }) => {
      const row = await requests.find(input.id)
      if (!row) throw errors.NOT_FOUND()
      return ok(presentRequest(row))
    }),

    recordPrivacyRequest: on.recordPrivacyRequest.handler(async ({ input, context, errors }) => {
      const row = await requests.record(context.viewer(), input)
      if (row === 'in-the-future') throw errors.INVALID_INPUT({ data: { errors: { receivedAt: 'Waktu diterima tidak boleh di masa depan' } } })
      return ok(presentRequest(row), 'Permintaan dicatat.')
    }),

    answerPrivacyRequest: on.answerPrivacyRequest.handler(async ({ input: { id, ...input }, context, errors }) => {
      const result = await requests.answer(context.viewer(), id, input)
      if (result.outcome === 'not-found') throw errors.NOT_FOUND()
      if (result.outcome === 'already-answered') throw errors.ALREADY_ANSWERED()
      return ok(presentRequest(result.request), input.state === 'in-progress' ? 'Permintaan sedang diproses.' : 'Jawaban dikirim lewat email.')
    }),

    listIncidents: on.listIncidents.handler(async ({ input }) => {
      const { rows, total } = await incidents.list(input)
      return { success: true as const, data: rows.map(presentIncident), meta: { page: input.page, limit: input.limit, total } }
    }),

    showIncident: on.showIncident.handler(async ({ input, errors }) => {
      const row = await incidents.find(input.id)
      if (!row) throw errors.NOT_FOUND()
      return ok(presentIncident(row))
    }),

    createIncident: on.createIncident.handler(async ({ input, context }) =>
      ok(presentIncident(await incidents.create(context.viewer(), input)), 'Insiden dicatat.'),
    ),

    updateIncident: on.updateIncident.handler(async ({ input, context, errors }) => {
      const row = await incidents.update(context.viewer(), input)
      if (row === 'not-found') throw errors.NOT_FOUND()
      if (row === 'stale') throw errors.STALE()
      return ok(presentIncident(row), 'Insiden tersimpan.')
    }),

    exportIncidents: on.exportIncidents.handler(({ context }) => incidents.export(context.viewer())),

    showLegalDraft: on.showLegalDraft.handler(async ({ input: { page }, errors }) => {
      if (!isLegalPage(page)) throw errors.NOT_FOUND()
      return ok(await legal.showDraft(page))
    }),

    previewLegalPage: on.previewLegalPage.handler(async ({ input, context }) => ok({ html: await legal.preview(input.html, context.viewer().id) })),

    saveLegalPage: on.saveLegalPage.handler(async ({ input: { page, html, version }, context, errors }) => {
      if (!isLegalPage(page)) throw errors.NOT_FOUND()
      const outcome = await legal.save({ page, html, version }, context.viewer().id)
      if (outcome === 'stale') throw errors.STALE()
      if (outcome === 'empty') throw errors.INVALID_INPUT({ data: { errors: { html: 'Isi wajib diisi' } } })
      const draft = await legal.showDraft(page)
      return ok(draft, outcome === 'saved' ? `Versi ${draft.version} terbit.` : 'Tidak ada yang berubah.')
    }),
  }
}
