import { ok } from '#contract/kit/endpoint.ts'
import type { Authoring } from '#server/catalog/authoring/authoring.ts'
import { presentStaffChapter } from '#server/catalog/authoring/present-staff.ts'
import { withFields } from '#server/catalog/authoring/rejected-field.ts'
import { endpoints } from '#server/platform/http/index.ts'

const courseNotFound = { message: 'Course not found' }

export function courseChapterRoutes(authoring: Authoring) {
  const { courseChapters: on } = endpoints
  return {
    createChapter: on.createChapter.handler(async ({ input: { id, ...input }, context, errors }) => {
      const chapter = await authoring.createChapter(context.viewer(), id, input)
      if (!chapter) throw errors.NOT_FOUND(courseNotFound)
      if (chapter === 'too-many') throw errors.TOO_MANY_CHAPTERS()
      return ok(presentStaffChapter(chapter), 'Bab ditambahkan.')
    }),

    updateChapter: on.updateChapter.handler(async ({ input: { id, chapterId, ...change }, context, errors }) => {
      const chapter = await authoring.updateChapter(context.viewer(), { courseId: id, chapterId }, change)
      if (!chapter) throw errors.NOT_FOUND()
      return ok(presentStaffChapter(chapter), 'Bab disimpan.')
    }),

    deleteChapter: on.deleteChapter.handler(async ({ input: { id, chapterId }, context, errors }) => {
      if (!(await authoring.deleteChapter(context.viewer(), { courseId: id, chapterId }))) throw errors.NOT_FOUND()
      return ok(null, 'Bab dihapus.')
    }),

    saveOutline: on.saveOutline.handler(async ({ input: { id, ...outline }, context, errors }) => {
      const saved = await withFields(authoring.saveOutline(context.viewer(), id, outline))
      if (saved === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      if (saved === 'stale') throw errors.STALE()
      return ok(saved)
    }),
  }
}
