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
      if (imported.outcome === 'too-many') throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: imported.retryAfterSeconds } })
      if (imported.outcome === 'mistakes') {
        const { mistakes } = imported
        const [first] = mistakes
        const text = `${mistakes.length} kesalahan. Yang pertama: ${first?.file}:${first?.line}: ${first?.message}`
        throw errors.COURSE_MISTAKES({ data: { errors: { file: text }, mistakes } })
      }
      const { courseId, ...summary } = imported.summary
      return ok({ _id: courseId, ...summary }, courseId === null ? 'Berkas ini siap diimpor.' : 'Kelas diimpor sebagai draf.')
    }),
  }
}
