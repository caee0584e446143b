import { ok } from '#contract/kit/endpoint.ts'
import type { Authoring } from '#server/catalog/authoring/authoring.ts'
import { presentStaffSection } from '#server/catalog/authoring/present-staff.ts'
import { withFields } from '#server/catalog/authoring/rejected-field.ts'
import { endpoints } from '#server/platform/http/index.ts'

const courseNotFound = { message: 'Course not found' }

export function courseSectionRoutes(authoring: Authoring) {
  const { courseSections: on } = endpoints
  return {
    createSection: on.createSection.handler(async ({ input: { id, ...input }, context, errors }) => {
      const section = await authoring.createSection(context.viewer(), id, input)
      if (!section) throw errors.NOT_FOUND(courseNotFound)
      if (section === 'too-many') throw errors.TOO_MANY_SECTIONS()
      return ok(presentStaffSection(section), 'Bab ditambahkan.')
    }),

    updateSection: on.updateSection.handler(async ({ input: { id, sectionId, ...change }, context, errors }) => {
      const section = await authoring.updateSection(context.viewer(), { courseId: id, sectionId }, change)
      if (!section) throw errors.NOT_FOUND()
      return ok(presentStaffSection(section), 'Bab disimpan.')
    }),

    deleteSection: on.deleteSection.handler(async ({ input: { id, sectionId }, context, errors }) => {
      if (!(await authoring.deleteSection(context.viewer(), { courseId: id, sectionId }))) throw errors.NOT_FOUND()
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
