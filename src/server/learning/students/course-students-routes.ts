import { readCsv, writeFaultyRows } from '#server/platform/csv/index.ts'
import { readTextFile } from '#server/platform/read-text.ts'
import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { CourseStudents } from './course-students.ts'

export function courseStudentsRoutes(students: CourseStudents) {
  const { courseStudents: on } = endpoints
  const courseNotFound = { message: 'Course not found' }
  const fieldError = (field: string, message: string) => ({ data: { errors: { [field]: message } } })
  return {
    listCourseStudents: on.listCourseStudents.handler(async ({ input: { id, ...input }, context, errors }) => {
      const found = await students.list(context.viewer(), id, input)
      if (!found) throw errors.NOT_FOUND(courseNotFound)
      const { rows, ...meta } = found
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    showCourseStudent: on.showCourseStudent.handler(async ({ input, context, errors }) => {
      const student = await students.show(context.viewer(), input.id, input.studentId)
      if (!student) throw errors.NOT_FOUND()
      return ok(student)
    }),

    exportCourseStudents: on.exportCourseStudents.handler(async ({ input: { id, ...filters }, context, errors }) => {
      const file = await students.exportCsv(context.viewer(), id, filters)
      if (!file) throw errors.NOT_FOUND(courseNotFound)
      return file
    }),

    addCourseStudent: on.addCourseStudent.handler(async ({ input: { id, email, notify }, context, errors }) => {
      const added = await students.add(context.viewer(), id, email, { notify })
      if (added === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      // The student is in the list of the course already.
      if (added === 'already-enrolled') throw errors.ALREADY_ENROLLED(fieldError('email', 'Siswa ini sudah terdaftar di kelas ini.'))
      if (context.viewer().role !== 'admin') return ok({ email }, 'Kalau alamat ini punya akun, siswanya sudah ditambahkan.')
      if (added === 'unknown') throw errors.UNKNOWN_EMAIL(fieldError('email', 'Belum ada akun dengan email ini.'))
      const mailedToday = added === 'added-without-mail' ? ' Emailnya tidak dikirim lagi: hari ini sudah dikirim.' : ''
      return ok({ email }, `Siswa ditambahkan.${mailedToday}`)
    }),

    importCourseStudents: on.importCourseStudents.handler(async ({ input: { id, file, dryRun, notify }, context, errors }) => {
      const isDry = dryRun === 'true'
      const table = await readCsv({ userId: context.viewer().id, field: 'file' }, (await readTextFile(file)) ?? '')
      if ('mistake' in table) throw errors.INVALID_INPUT(fieldError('file', table.mistake))
      const imported = await students.importCsv(context.viewer(), id, table.records, { dryRun: isDry, notify: notify !== 'false' })
      if (imported === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      if (imported === 'unreadable') throw errors.INVALID_INPUT(fieldError('file', 'Berkas tidak terbaca. Perlu CSV dengan kolom email.'))
      if (imported === 'too-many') throw errors.INVALID_INPUT(fieldError('file', 'Paling banyak 2000 baris sekali unggah.'))
      const { header, rows } = imported
      const mistakes = rows.filter(({ outcome }) => outcome !== 'added' && outcome !== 'already-enrolled')
      return ok({
        added: rows.filter(({ outcome }) => outcome === 'added').length,
        dryRun: isDry,
        rows,
        faulty: writeFaultyRows(header, table.records, mistakes),
      })
    }),

    removeCourseStudent: on.removeCourseStudent.handler(async ({ input, context, errors }) => {
      const outcome = await students.remove(context.viewer(), input.id, input.studentId)
      if (outcome === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      if (outcome === 'not-given') throw errors.NOT_GIVEN()
      return ok(null, 'Akses siswa dicabut.')
    }),
  }
}
