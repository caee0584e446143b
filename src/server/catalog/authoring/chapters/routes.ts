import { ok } from '#contract/kit/endpoint.ts'
import type { Authoring } from '#server/catalog/authoring/authoring.ts'
import { presentStaffChapter } from '#server/catalog/authoring/present-staff.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'

export function courseChapterRoutes(authoring: Authoring) {
  const { courseChapters: on } = endpoints
  return {
    createChapter: on.createChapter.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { chapter } = accept(await authoring.createChapter(context.viewer(), id, input), errors, 'created')
      return ok(presentStaffChapter(chapter), 'Bab ditambahkan.')
    }),

    updateChapter: on.updateChapter.handler(async ({ input: { id, chapterId, ...change }, context, errors }) => {
      const { chapter } = accept(
        await authoring.updateChapter(context.viewer(), { courseId: id, chapterId }, change),
        errors,
        'saved',
      )
      return ok(presentStaffChapter(chapter), 'Bab disimpan.')
    }),

    deleteChapter: on.deleteChapter.handler(async ({ input: { id, chapterId }, context, errors }) => {
      accept(await authoring.deleteChapter(context.viewer(), { courseId: id, chapterId }), errors, 'deleted')
      return ok(null, 'Bab dihapus.')
    }),

    saveOutline: on.saveOutline.handler(async ({ input: { id, ...outline }, context, errors }) => {
      const saved = accept(await authoring.saveOutline(context.viewer(), id, outline), errors, 'saved')
      return ok(saved.outline)
    }),
  }
}
