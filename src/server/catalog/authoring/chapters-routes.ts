import { ok } from '#contract/kit/endpoint.ts'
import type { Authoring } from './authoring.ts'
import { presentStaffChapter } from './present-staff.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { serve } from '#server/serve.ts'

export function courseChapterRoutes(authoring: Authoring) {
  const { courseChapters: on } = endpoints
  return {
    createChapter: on.createChapter.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { chapter } = accept(
        await authoring.createChapter(context.viewer(), { ...input, courseId: id }),
        errors,
        'created',
      )
      return ok(presentStaffChapter(chapter), 'Bab ditambahkan.')
    }),

    updateChapter: on.updateChapter.handler(async ({ input: { id, chapterId, ...change }, context, errors }) => {
      const { chapter } = accept(
        await authoring.updateChapter(context.viewer(), { ...change, courseId: id, chapterId }),
        errors,
        'saved',
      )
      return ok(presentStaffChapter(chapter), 'Bab disimpan.')
    }),

    deleteChapter: serve(
      on.deleteChapter,
      async (viewer, { id, chapterId }) => authoring.deleteChapter(viewer, { courseId: id, chapterId }),
      'deleted',
    ),

    addVideoDrafts: on.addVideoDrafts.handler(async ({ input: { id, groups }, context, errors }) => {
      const { drafts } = accept(
        await authoring.addVideoDrafts(context.viewer(), { courseId: id, groups }),
        errors,
        'added',
      )
      return ok(drafts)
    }),

    publishDrafts: on.publishDrafts.handler(async ({ input, context, errors }) => {
      const { result } = accept(await authoring.publishDrafts(context.viewer(), input.id), errors, 'published')
      return ok(result, `${result.published} materi ditayangkan.`)
    }),

    saveOutline: on.saveOutline.handler(async ({ input: { id, ...outline }, context, errors }) => {
      const saved = accept(await authoring.saveOutline(context.viewer(), { ...outline, courseId: id }), errors, 'saved')
      return ok(saved.outline)
    }),
  }
}
