import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { CourseStudents } from './course-students.ts'
import { courseNotFound } from './own-course.ts'
import { orNotFound, serve } from '#server/serve.ts'

export function courseStudentsRoutes(students: CourseStudents) {
  const { courseStudents: on } = endpoints
  return {
    listCourseStudents: on.listCourseStudents.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { rows, ...meta } = found(
        await students.list(context.viewer(), { ...input, courseId: id }),
        errors,
        courseNotFound,
      )
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    showCourseStudent: serve(
      on.showCourseStudent,
      async (viewer, input) => students.show(viewer, { courseId: input.id, studentId: input.studentId }),
      orNotFound(),
    ),

    exportCourseStudents: on.exportCourseStudents.handler(async ({ input: { id, ...filters }, context, errors }) =>
      found(await students.exportCsv(context.viewer(), { ...filters, courseId: id }), errors, courseNotFound),
    ),

    addCourseStudent: on.addCourseStudent.handler(async ({ input: { id, email, notify }, context, errors }) => {
      const { lacksMail } = accept(
        await students.add(context.viewer(), { courseId: id, email, notify }),
        errors,
        'added',
      )
      if (context.viewer().role !== 'admin')
        return ok({ email }, 'Kalau alamat ini punya akun, siswanya ditambahkan. Kalau belum, undangannya dikirim.')
      return ok(
        { email },
        `Siswa ditambahkan.${lacksMail ? ' Emailnya tidak dikirim lagi: hari ini sudah dikirim.' : ''}`,
      )
    }),

    importCourseStudents: on.importCourseStudents.handler(
      async ({ input: { id, file, ...input }, context, errors }) => {
        const options = { dryRun: input.dryRun === 'true', notify: input.notify !== 'false', columns: input.columns }
        const { rows, faulty, table, note } = accept(
          await students.importCsv(context.viewer(), { courseId: id, file, ...options }),
          errors,
          'imported',
        )
        return ok({
          added: rows.filter(({ outcome }) => outcome === 'added').length,
          dryRun: options.dryRun,
          rows,
          faulty,
          table,
          ...(note !== null && { note }),
        })
      },
    ),

    removeCourseStudent: serve(
      on.removeCourseStudent,
      async (viewer, input) => students.remove(viewer, { courseId: input.id, studentId: input.studentId }),
      'removed',
    ),
  }
}
