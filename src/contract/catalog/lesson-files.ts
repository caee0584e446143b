import * as z from 'zod/mini'
import { at, download, id, publicEndpoint, response, staffEndpoint } from '#contract/kit/endpoint.ts'
import { attachmentRules, maximumAttachmentBytes } from './attachment-rules.ts'

// Files that belong to a lesson: a presentation, a worksheet, a recording.

const params = z.object({ id, contentId: id })
const fileParams = z.extend(params, { fileId: id })
const missing = 'Pilih berkas dari perangkatmu'

export const lessonFile = z.object({
  _id: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** Where it is downloaded while signed in. */
  url: z.string(),
})
export type LessonFile = z.infer<typeof lessonFile>

/** For staff; the browser loads it with the staff pages. */
export const staffLessonFilesContract = {
  addLessonFile: staffEndpoint
    .meta({
      access: 'staff',
      upload: { field: 'file', maximumBytes: maximumAttachmentBytes, tooLarge: attachmentRules.tooLarge },
    })
    .route(at('POST /courses/{id}/content/{contentId}/files', 'Attach a file to a lesson', { successStatus: 201 }))
    .input(
      z.extend(params, { file: z.file(missing).check(z.maxSize(maximumAttachmentBytes, attachmentRules.tooLarge)) }),
    )
    .output(response(lessonFile))
    .errors({ NO_SPACE: { status: 409, message: 'Ruang penyimpanan server sedang penuh. Coba lagi nanti.' } }),
  deleteLessonFile: staffEndpoint
    .route(
      at('DELETE /courses/{id}/content/{contentId}/files/{fileId}', 'Remove a file from a lesson', 'Berkas dihapus.'),
    )
    .input(fileParams)
    .output(response(z.null())),
}

const notOpen = {
  UNAUTHORIZED: { status: 401, message: 'Masuk dulu untuk membuka materi ini.' },
  NOT_ENROLLED: { status: 403, message: 'Materi ini terbuka setelah terdaftar di kelasnya.' },
  LESSON_CLOSED: { status: 403, message: 'Materi ini belum terbuka.' },
} as const

/** Loaded with the files of a lesson. */
export const lessonFilesContract = {
  listLessonFiles: publicEndpoint
    .route(at('GET /courses/{id}/content/{contentId}/files', 'The files of a lesson, for everyone who may study it'))
    .input(params)
    .output(response(z.array(lessonFile)))
    .errors(notOpen),
  downloadLessonFile: publicEndpoint
    .route(
      at(
        'GET /courses/{id}/content/{contentId}/files/{fileId}',
        'A file of a lesson, as a download, for everyone who may study it',
        { outputStructure: 'detailed' },
      ),
    )
    .input(fileParams)
    .output(download)
    .errors(notOpen),
}
