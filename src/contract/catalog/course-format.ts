import * as z from 'zod/mini'
import { download, id, response, staffEndpoint } from '#contract/kit/endpoint.ts'

// Courses as files.

export const maximumCourseFileBytes = 64 * 1024 * 1024

const fileMessage = 'Pilih berkas zip, maksimal 64 MB'

/** A mistake in a course file; lines are counted from 1. */
const courseMistake = z.object({ file: z.string(), line: z.number(), message: z.string() })
export type CourseMistake = z.infer<typeof courseMistake>

/** What became of one item of an archive from another platform. */
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
  /** What was changed, or why it could not come; else empty. */
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
  /** Files in the zip that nothing refers to. */
  unused: z.array(z.string()),
  /** Of an archive from another platform: every item by its name there. */
  report: z.optional(z.array(importedItem)),
  /** How many essays its quizzes have, which come as assignments only on request. */
  essays: z.optional(z.number()),
})
export type ImportedCourse = z.infer<typeof importedCourse>

export const courseFormatContract = {
  exportCourse: staffEndpoint
    .route({
      method: 'GET',
      outputStructure: 'detailed',
      path: '/courses/{id}/export',
      summary: 'A course as a zip of course.yaml, Markdown, GIFT, captions and pictures',
    })
    .input(z.object({ id }))
    .output(download),
  importCourse: staffEndpoint
    .meta({ access: 'staff', upload: { field: 'file', maximumBytes: maximumCourseFileBytes, tooLarge: fileMessage } })
    .route({
      method: 'POST',
      path: '/admin/courses/import',
      summary:
        'Create a draft from the zip of a course, a Common Cartridge or a Moodle backup, or with check=true only check it; all mistakes are listed, and with one nothing is imported',
    })
    .input(
      z.object({
        file: z.file(fileMessage).check(z.maxSize(maximumCourseFileBytes, fileMessage)),
        check: z.optional(z.enum(['true', 'false'], 'Pilih true atau false')),
        essays: z.optional(z.enum(['assignments', 'leave'], 'Pilih assignments atau leave')),
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
}
