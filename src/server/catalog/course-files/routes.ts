import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { streamDownload } from '#server/platform/http/index.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { CourseFormat } from './course-format.ts'
import { orNotFound, serve } from '#server/serve.ts'

export function courseFormatRoutes(format: CourseFormat) {
  const { courseFormat: on } = endpoints
  return {
    exportCourse: on.exportCourse.handler(async ({ input, context, errors }) => {
      const { fileName, chunks } = found(
        await format.exportCourse(context.viewer(), input.id),
        errors,
        'Course not found',
      )
      return streamDownload(fileName, 'application/zip', chunks)
    }),

    importCourse: on.importCourse.handler(async ({ input: { file, check, essays }, context, errors }) => {
      const options = { check: check === 'true', essaysAsAssignments: essays === 'assignments' }
      const { courseId, ...summary } = accept(
        await format.importZip(context.viewer(), file, options),
        errors,
        'done',
      ).summary
      return ok(
        { _id: courseId, ...summary },
        courseId === null ? 'Berkas ini siap diimpor.' : 'Kelas diimpor sebagai draf.',
      )
    }),

    storeCourseImport: serve(
      on.storeCourseImport,
      async (viewer, input) => format.stored.store(viewer, input.file),
      'stored',
    ),

    listCourseImports: serve(on.listCourseImports, async (viewer) => format.stored.list(viewer)),

    showCourseImport: serve(
      on.showCourseImport,
      async (viewer, input) => format.stored.show(viewer, input.id),
      orNotFound(),
    ),

    confirmCourseImport: on.confirmCourseImport.handler(async ({ input: { id, essays }, context, errors }) => {
      const confirmed = await format.stored.confirm(context.viewer(), {
        id,
        essaysAsAssignments: essays === 'assignments',
      })
      return ok(accept(confirmed, errors, 'confirmed').confirmed, 'Kelas sedang diimpor.')
    }),

    discardCourseImport: serve(
      on.discardCourseImport,
      async (viewer, input) => format.stored.discard(viewer, input.id),
      'discarded',
    ),
  }
}
