import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { cleanUserHtml } from '#server/platform/rich-text/index.ts'
import type { Library } from '#server/library/library.ts'
import { answer, asPage, serve } from '#server/serve.ts'

export function tipEditingRoutes(library: Library) {
  const { library: on } = endpoints
  const shown = async (tipId: string, errors: { NOT_FOUND(): Error }) =>
    ok(found(await library.showAdminTip(tipId), errors))

  return {
    adminListTips: answer(on.adminListTips, library.listAllTips, asPage),
    adminShowTip: on.adminShowTip.handler(({ input, errors }) => shown(input.id, errors)),
    createTip: on.createTip.handler(async ({ input, context, errors }) => {
      const { id: adminId } = context.viewer()
      const text = await cleanUserHtml({ userId: adminId, field: 'text' }, input.text)
      const { id } = accept(await library.editAs(adminId).createTip({ tip: { ...input, text } }), errors, 'created')
      return shown(id, errors)
    }),
    updateTip: on.updateTip.handler(async ({ input, context, errors }) => {
      const { id: adminId } = context.viewer()
      const text =
        input.text === undefined ? undefined : await cleanUserHtml({ userId: adminId, field: 'text' }, input.text)
      accept(await library.editAs(adminId).updateTip({ ...input, text }), errors, 'changed')
      return shown(input.id, errors)
    }),
    setTipStatus: on.setTipStatus.handler(async ({ input, context, errors }) => {
      accept(await library.editAs(context.viewer().id).setTipStatus(input), errors, 'changed')
      return shown(input.id, errors)
    }),
    deleteTip: serve(on.deleteTip, async (viewer, input) => library.editAs(viewer.id).deleteTip(input.id), 'deleted'),
  }
}
