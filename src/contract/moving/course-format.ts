import * as z from 'zod/mini'
import { at, download, id, response, staffEndpoint } from '#contract/kit/endpoint.ts'

// Courses as files.

/** As it is shown. */
export const maximumCourseFileMegabytes = 64
export const maximumCourseFileBytes = maximumCourseFileMegabytes * 1024 * 1024
/** Limit for all uploaded videos that an export takes along. */
export const maximumCourseFileVideoMegabytes = 40
export const maximumCourseFileVideoBytes = maximumCourseFileVideoMegabytes * 1024 * 1024

const fileMessage = `Pilih berkas zip, maksimal ${maximumCourseFileMegabytes} MB`

/** A mistake in a course file; lines are counted from 1. */
const courseMistake = z.object({ file: z.string(), line: z.number(), message: z.string() })
export type CourseMistake = z.infer<typeof courseMistake>

/** The outcome of one item of an archive from another platform. */
const importedItem = z.object({
  /** As the source calls it. */
  name: z.string(),
  kind: z.enum([
    'chapter',
    'heading',
    'page',
    'label',
    'book',
    'section',
    'link',
    'file',
    'quiz',
    'question',
    'assignment',
    'discussion',
    'tool',
    'activity',
    'settings',
  ]),
  outcome: z.enum(['imported', 'changed', 'refused']),
  /** The change, or why it could not come; else empty. */
  note: z.string(),
})
export type ImportedItem = z.infer<typeof importedItem>

const importedCourse = z.object({
  /** The new draft; null when the file was only checked. */
  _id: z.nullable(z.string()),
  title: z.string(),
  chapters: z.number(),
  lessons: z.number(),
  pictures: z.number(),
  /** Titles of lessons that arrive without their video, which is neither in the file nor here. */
  missingVideos: z.optional(z.array(z.string())),
  /** Files in the zip that nothing refers to. */
  unused: z.array(z.string()),
  /** Every item of an archive from another platform, by its name there. */
  report: z.optional(z.array(importedItem)),
  /** How many essays its quizzes have, which come as assignments only on request. */
  essays: z.optional(z.number()),
})
export type ImportedCourse = z.infer<typeof importedCourse>

/** `checked` waits for its owner; `rejected` has mistakes. */
const importState = z.enum(['checking', 'checked', 'rejected', 'importing', 'imported'])
export type ImportState = z.infer<typeof importState>

/** A file that the server keeps while it is checked and imported. */
const courseImport = z.object({
  _id: z.string(),
  name: z.string(),
  bytes: z.number(),
  state: importState,
  /** Found by the check; null before, in a list, and for a file with mistakes. */
  summary: z.nullable(importedCourse),
  /** In a list the first of them. */
  mistakes: z.array(courseMistake),
  /** The draft; null before the import, and after its deletion. */
  courseId: z.nullable(z.string()),
  createdAt: z.string(),
})
export type CourseImport = z.infer<typeof courseImport>

const importParams = z.object({ id })
const essays = z.optional(z.enum(['assignments', 'leave'], 'Pilih assignments atau leave'))

export const courseFormatContract = {
  exportCourse: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 60 })
    .route(
      at(
        'GET /courses/{id}/export',
        `A course as a zip of course.yaml, Markdown, GIFT, captions and pictures, with its uploaded videos up to ${maximumCourseFileVideoMegabytes} MB together`,
        { outputStructure: 'detailed' },
      ),
    )
    .input(z.object({ id }))
    .output(download),
  importCourse: staffEndpoint
    .meta({
      access: 'staff',
      timesPerHour: 60,
      upload: { field: 'file', maximumBytes: maximumCourseFileBytes, tooLarge: fileMessage },
    })
    .route(
      at(
        'POST /admin/courses/import',
        'Create a draft from the zip of a course, a Common Cartridge or a Moodle backup, or with check=true only check it; all mistakes are listed, and with one nothing is imported',
      ),
    )
    .input(
      z.object({
        file: z.file(fileMessage).check(z.maxSize(maximumCourseFileBytes, fileMessage)),
        check: z.optional(z.enum(['true', 'false'], 'Pilih true atau false')),
        essays,
      }),
    )
    .output(response(importedCourse))
    .errors({
      COURSE_MISTAKES: {
        status: 422,
        message: 'Berkas kelas belum bisa diimpor. Perbaiki baris yang disebut, lalu coba lagi.',
        data: z.object({ errors: z.record(z.string(), z.string()), mistakes: z.array(courseMistake) }),
      },
    }),
  storeCourseImport: staffEndpoint
    .meta({
      access: 'staff',
      timesPerHour: 120,
      upload: { field: 'file', maximumBytes: maximumCourseFileBytes, tooLarge: fileMessage },
    })
    .route(
      at(
        'POST /admin/courses/imports',
        'Send a course file that the server keeps for a week, checks, and imports once that is confirmed',
        { successStatus: 201, successDescription: 'Berkas diterima dan sedang diperiksa.' },
      ),
    )
    .input(
      z.object({
        file: z.file(fileMessage).check(z.minSize(1, fileMessage), z.maxSize(maximumCourseFileBytes, fileMessage)),
      }),
    )
    .output(response(courseImport))
    .errors({ NO_SPACE: { status: 409, message: 'Ruang penyimpanan server sedang penuh. Coba lagi nanti.' } }),
  listCourseImports: staffEndpoint
    .route(at('GET /admin/courses/imports', 'My course files that are being checked and imported, the newest first'))
    .output(response(z.array(courseImport))),
  showCourseImport: staffEndpoint
    .route(at('GET /admin/courses/imports/{id}', 'How far one of my imports is, with the report of its check'))
    .input(importParams)
    .output(response(courseImport)),
  confirmCourseImport: staffEndpoint
    .route(at('POST /admin/courses/imports/{id}/confirm', 'Import a checked file as a draft'))
    .input(z.extend(importParams, { essays }))
    .output(response(courseImport))
    .errors({
      NOT_CHECKED: {
        status: 409,
        message: 'Berkas ini belum bisa diimpor: tunggu pemeriksaannya, atau perbaiki kesalahannya.',
      },
    }),
  discardCourseImport: staffEndpoint
    .route(
      at('DELETE /admin/courses/imports/{id}', 'Discard a course file; a course that it made stays', 'Berkas dihapus.'),
    )
    .input(importParams)
    .output(response(z.null())),
}
