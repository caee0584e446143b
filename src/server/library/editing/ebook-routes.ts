import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { cleanUserHtml } from '#server/platform/rich-text/index.ts'
import type { Library } from '#server/library/library.ts'
import { answer, asPage } from '#server/serve.ts'

type Errors = { NOT_FOUND(): Error }
type EditorContext = { viewer(): { id: string; hasFreshProof: boolean } }

export function ebookEditingRoutes(library: Library) {
  const { library: on } = endpoints
  const edit = ({ viewer }: EditorContext) => library.editAs(viewer().id)
  const clean = ({ viewer }: EditorContext, html: string) => cleanUserHtml({ userId: viewer().id, field: 'text' }, html)
  const shown = async (ebookId: string, errors: Errors) => ok(found(await library.showAdminEbook(ebookId), errors))
  const shownSection = async (key: { ebookId: string; sectionId: string }, errors: Errors) =>
    ok(found(await library.showAdminSection(key), errors))

  return {
    adminListEbooks: answer(on.adminListEbooks, library.listAllEbooks, asPage),
    adminShowEbook: on.adminShowEbook.handler(({ input, errors }) => shown(input.id, errors)),
    createEbook: on.createEbook.handler(async ({ input, context, errors }) =>
      shown(await edit(context).createEbook(input), errors),
    ),
    updateEbook: on.updateEbook.handler(async ({ input, context, errors }) => {
      accept(
        await edit(context).updateEbook({ ...input, hasFreshProof: context.viewer().hasFreshProof }),
        errors,
        'changed',
      )
      return shown(input.id, errors)
    }),
    setEbookStatus: on.setEbookStatus.handler(async ({ input, context, errors }) => {
      accept(await edit(context).setEbookStatus(input), errors, 'changed')
      return shown(input.id, errors)
    }),
    deleteEbook: on.deleteEbook.handler(async ({ input, context, errors }) => {
      const { outcome } = accept(await edit(context).deleteEbook(input.id), errors, 'deleted', 'archived')
      return ok({ outcome })
    }),

    addEbookModule: on.addEbookModule.handler(async ({ input: { id, title }, context, errors }) => {
      accept(await edit(context).addModule({ ebookId: id, title }), errors, 'added')
      return shown(id, errors)
    }),
    renameEbookModule: on.renameEbookModule.handler(async ({ input: { id, moduleId, title }, context, errors }) => {
      accept(
        await edit(context).renamePart({ ebookId: id, kind: 'module', partId: moduleId, title }),
        errors,
        'changed',
      )
      return shown(id, errors)
    }),
    deleteEbookModule: on.deleteEbookModule.handler(async ({ input: { id, moduleId }, context, errors }) => {
      accept(await edit(context).deletePart({ ebookId: id, kind: 'module', partId: moduleId }), errors, 'changed')
      return shown(id, errors)
    }),
    addEbookTopic: on.addEbookTopic.handler(async ({ input: { id, moduleId, title }, context, errors }) => {
      accept(await edit(context).addTopic({ ebookId: id, moduleId, title }), errors, 'added')
      return shown(id, errors)
    }),
    renameEbookTopic: on.renameEbookTopic.handler(async ({ input: { id, topicId, title }, context, errors }) => {
      accept(await edit(context).renamePart({ ebookId: id, kind: 'topic', partId: topicId, title }), errors, 'changed')
      return shown(id, errors)
    }),
    deleteEbookTopic: on.deleteEbookTopic.handler(async ({ input: { id, topicId }, context, errors }) => {
      accept(await edit(context).deletePart({ ebookId: id, kind: 'topic', partId: topicId }), errors, 'changed')
      return shown(id, errors)
    }),
    addEbookSection: on.addEbookSection.handler(
      async ({ input: { id: ebookId, topicId, ...section }, context, errors }) => {
        const text = await clean(context, section.text)
        const { id: sectionId } = accept(
          await edit(context).addSection({ ebookId, topicId, section: { ...section, text } }),
          errors,
          'added',
        )
        return shownSection({ ebookId, sectionId }, errors)
      },
    ),
    adminShowSection: on.adminShowSection.handler(({ input: { id: ebookId, sectionId }, errors }) =>
      shownSection({ ebookId, sectionId }, errors),
    ),
    updateEbookSection: on.updateEbookSection.handler(
      async ({ input: { id: ebookId, sectionId, ...change }, context, errors }) => {
        const text = change.text === undefined ? undefined : await clean(context, change.text)
        accept(
          await edit(context).updateSection({ ebookId, sectionId, change: { ...change, text } }),
          errors,
          'changed',
        )
        return shownSection({ ebookId, sectionId }, errors)
      },
    ),
    deleteEbookSection: on.deleteEbookSection.handler(async ({ input: { id, sectionId }, context, errors }) => {
      accept(await edit(context).deletePart({ ebookId: id, kind: 'section', partId: sectionId }), errors, 'changed')
      return shown(id, errors)
    }),
    reorderEbook: on.reorderEbook.handler(async ({ input: { id, modules }, context, errors }) => {
      accept(await edit(context).reorder({ ebookId: id, wanted: modules }), errors, 'changed')
      return shown(id, errors)
    }),
  }
}
