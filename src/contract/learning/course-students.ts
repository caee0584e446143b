import * as z from 'zod/mini'
import { cleanEmail } from '#contract/kit/text/identifier.ts'
import { chosenColumns, csvColumnsOf, studentRoles, unsureColumns } from '#contract/kit/csv-columns.ts'
import { csvFileField, csvUpload, faulty } from '#contract/kit/csv-upload.ts'
import { at, download, response, freshStaffEndpoint, id, staffEndpoint } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'
import { tooManyInvitations } from './invitations.ts'
import { studentParts } from './student-parts.ts'
import { lessonTypes } from '#contract/catalog/course-rules.ts'

/** A student of a course as staff see them. */
const courseStudent = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  avatar: z.string(),
  progress: z.number(),
  lessonsCompleted: z.number(),
  lessonCount: z.number(),
  enrolledAt: z.string(),
  lastAccessed: z.nullable(z.string()),
  /** How access was granted: staff can only revoke access that staff granted. */
  source: z.enum(['staff', 'free', 'purchase']),
  finishedAt: z.nullable(z.string()),
  part: z.enum(studentParts),
})
export type CourseStudent = z.infer<typeof courseStudent>

const courseStudentDetail = z.extend(courseStudent, {
  course: z.object({ _id: z.string(), title: z.string() }),
  lessons: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      type: z.enum(lessonTypes),
      /** Null before the first chapter. */
      chapter: z.nullable(z.string()),
      completedAt: z.nullable(z.string()),
    }),
  ),
  certificate: z.nullable(z.object({ _id: z.string(), issuedAt: z.string(), isRevoked: z.boolean() })),
})
export type CourseStudentDetail = z.infer<typeof courseStudentDetail>

/** One line of an imported file and its outcome. */
const importedRow = z.object({
  line: z.number(),
  email: z.string(),
  /** For admins: of the account, or for an address without one the name in the file; else empty. */
  name: z.string(),
  outcome: z.enum(['added', 'already-enrolled', 'unknown', 'invalid', 'repeated']),
  message: z.string(),
})
export type ImportedRow = z.infer<typeof importedRow>

export const maximumCsvRows = 2000

const emailMessage = 'Email tidak valid'
export const addStudentInput = z.object({
  email: z.string(emailMessage).check(z.overwrite(cleanEmail), z.email(emailMessage), z.maxLength(254, emailMessage)),
})
/** One user to add, and whether a mail says so. */
const addStudentForm = z.extend(addStudentInput, { notify: z._default(z.boolean('Pilih ya atau tidak'), true) })
const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })

export const courseStudentSorts = [
  'name',
  '-name',
  'progress',
  '-progress',
  'enrolled',
  '-enrolled',
  'seen',
  '-seen',
] as const
const listed = staffListInput(courseStudentSorts)
const studentFilters = { q: listed.q, part: z.optional(z.enum(studentParts, 'Nilai filter tidak dikenal')) }
export const exportCourseStudentsInput = z.object(studentFilters)
export type StudentFilters = z.output<typeof exportCourseStudentsInput>
export const listCourseStudentsInput = z.object({ ...listed, ...studentFilters, cursor })
export type ListCourseStudentsInput = z.output<typeof listCourseStudentsInput>

export const courseStudentsContract = {
  listCourseStudents: staffEndpoint
    .meta({ access: 'staff', scope: 'enrollments:read' })
    .route(at('GET /courses/{id}/students', 'The students of a course with their progress'))
    .input(z.extend(listCourseStudentsInput, { id }))
    .output(keysetResponse(courseStudent)),
  exportCourseStudents: freshStaffEndpoint
    .route(
      at('GET /courses/{id}/students/export', 'The filtered students of a course as CSV, oldest account first', {
        outputStructure: 'detailed',
      }),
    )
    .input(z.extend(exportCourseStudentsInput, { id }))
    .output(download),
  showCourseStudent: staffEndpoint
    .route(at('GET /courses/{id}/students/{studentId}', 'A student of a course, with each lesson and the certificate'))
    .input(z.object({ id, studentId: id }))
    .output(response(courseStudentDetail)),
  addCourseStudent: staffEndpoint
    .meta({ access: 'staff', scope: 'enrollments:write', timesPerHour: 300 })
    .route(
      at(
        'POST /courses/{id}/students',
        'Enrol an existing user in a course; instructors get the same answer for an address without an account',
        { successStatus: 201 },
      ),
    )
    .input(z.extend(addStudentForm, { id }))
    .output(response(z.object({ email: z.string() })))
    // The first two to admins, who can list all accounts.
    .errors({
      UNKNOWN_EMAIL: { status: 422, message: 'Belum ada akun dengan email ini.', data: fieldErrors },
      ALREADY_ENROLLED: { status: 409, message: 'Siswa ini sudah terdaftar di kelas ini.', data: fieldErrors },
      TOO_MANY_INVITATIONS: tooManyInvitations,
    }),
  importCourseStudents: staffEndpoint
    .meta({ access: 'staff', upload: csvUpload, timesPerHour: 30 })
    .route(
      at(
        'POST /courses/{id}/students/import',
        'Enrol all users in a CSV with a column email; dryRun only reports the outcome. Instructors do not learn which addresses have an account. `columns` says what each column holds, where its name does not; it is kept for the next file with the same columns',
      ),
    )
    .input(
      z.object({
        id,
        file: csvFileField,
        dryRun: z.optional(z.enum(['true', 'false'])),
        /** True when a mail says so to each added user; true by default. */
        notify: z.optional(z.enum(['true', 'false'])),
        columns: chosenColumns(studentRoles),
      }),
    )
    .output(
      response(
        z.object({
          added: z.number(),
          dryRun: z.boolean(),
          rows: z.array(importedRow),
          faulty,
          table: csvColumnsOf(studentRoles),
          /** A sentence about the whole file, shown beside the lines. */
          note: z.optional(z.string()),
        }),
      ),
    )
    .errors(unsureColumns(studentRoles)),
  removeCourseStudent: staffEndpoint
    .meta({ access: 'staff', scope: 'enrollments:write' })
    .route(at('DELETE /courses/{id}/students/{studentId}', 'Revoke access that staff granted', 'Akses siswa dicabut.'))
    .input(z.object({ id, studentId: id }))
    .output(response(z.null()))
    .errors({
      NOT_GIVEN: { status: 409, message: 'Akses yang dibeli atau diambil sendiri tidak bisa dicabut di sini.' },
    }),
}
