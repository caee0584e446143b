import { ok } from '#contract/kit/endpoint.ts'
import { endpoints, streamDownload } from '#server/platform/http/index.ts'
import type { CourseFormat } from './course-format.ts'

export function courseFormatRoutes(format: CourseFormat) {
  const { courseFormat: on } = endpoints
  return {
    exportCourse: on.exportCourse.handler(async ({ input, context, errors }) => {
      const made = await format.exportCourse(context.viewer(), input.id)
      if (!made) throw errors.NOT_FOUND({ message: 'Course not found' })
      return streamDownload(made.fileName, 'application/zip', made.chunks)
    }),

    importCourse: on.importCourse.handler(async ({ input: { file, check, essays }, context, errors }) => {
      const imported = await format.importZip(context.viewer(), file, { check: check === 'true', essaysAsAssignments: essays === 'assignments' })
      if (imported.outcome === 'mistakes') {
        const { mistakes } = imported
        const [first] = mistakes
        const text = `${mistakes.length} kesalahan. Yang pertama: ${first?.file}:${first?.line}: ${first?.message}`
        throw errors.COURSE_MISTAKES({ data: { errors: { file: text }, mistakes } })
      }
      const { courseId, ...summary } = imported.summary
      return ok({ _id: courseId, ...summary }, courseId === null ? 'Berkas ini siap diimpor.' : 'Kelas diimpor sebagai draf.')
    }),

    storeCourseImport: on.storeCourseImport.handler(async ({ input, context, errors }) => {
      const stored = await format.stored.store(context.viewer(), input.file)
      if (stored === 'no-space') throw errors.NO_SPACE()
      return ok(stored, 'Berkas diterima dan sedang diperiksa.')
    }),

    listCourseImports: on.listCourseImports.handler(async ({ context }) => ok(await format.stored.list(context.viewer()))),

    showCourseImport: on.showCourseImport.handler(async ({ input, context, errors }) => {
      const found = await format.stored.show(context.viewer(), input.id)
      if (!found) throw errors.NOT_FOUND()
      return ok(found)
    }),

    confirmCourseImport: on.confirmCourseImport.handler(async ({ input: { id, essays }, context, errors }) => {
      const confirmed = await format.stored.confirm(context.viewer(), { id, essaysAsAssignments: essays === 'assignments' })
      if (confirmed === 'not-found') throw errors.NOT_FOUND()
      if (confirmed === 'not-checked') throw errors.NOT_CHECKED()
      return ok(confirmed, 'Kelas sedang diimpor.')
    }),

    discardCourseImport: on.discardCourseImport.handler(async ({ input, context, errors }) => {
      if (!(await format.stored.discard(context.viewer(), input.id))) throw errors.NOT_FOUND()
      return ok(null, 'Berkas dihapus.')
    }),
  }
}
