import * as z from 'zod/mini'
import { at, id, response, signedInEndpoint, staffEndpoint } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { studentParts } from '#contract/learning/student-parts.ts'
import { postText, postTitle } from './post-text.ts'

// Announcements to the students of a course.

const announcementParts = ['all', ...studentParts] as const
export type AnnouncementPart = (typeof announcementParts)[number]
const maximumSelected = 1000
/** An announcement can be changed or taken back for so long. */
export const changeMinutes = 60
export const announcementsPerDay = 3

const announcement = z.object({
  _id: z.string(),
  course: z.object({ _id: z.string(), title: z.string() }),
  title: z.string(),
  text: z.string(),
  html: z.string(),
  author: z.object({ _id: z.string(), name: z.string(), avatar: z.string() }),
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
  isEdited: z.boolean(),
  /** For staff of the course; null for students. */
  to: z.nullable(z.enum([...announcementParts, 'selected'])),
  canChange: z.boolean(),
})
export type Announcement = z.infer<typeof announcement>

const title = postTitle('Tulis judul pengumuman')
const text = postText('Tulis isi pengumuman')
const userIds = z
  .array(id, 'Pilih siswanya')
  .check(
    z.minLength(1, 'Pilih minimal satu siswa'),
    z.maxLength(maximumSelected, `Maksimal ${maximumSelected} siswa sekaligus`),
  )
export const announceInput = z.object({
  title,
  text,
  to: z._default(z.enum(announcementParts, 'Pilih untuk siapa'), 'all'),
  /** Only those of them whose name or address contains this, as in the list of students. */
  q: z.optional(
    z.string('Kata pencarian berupa teks').check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter')),
  ),
  /** Only the members of this cohort of the course. */
  cohortId: z.optional(id),
  /** Only these; refused beside a part, a search or a cohort. */
  userIds: z.optional(userIds),
  /** Made by the sender: what arrives again with the same key is not sent again; with other words, it replaces the first one. */
  key: z.optional(id),
})
export type AnnounceInput = z.output<typeof announceInput>

const listInput = z.object({
  page: z._default(
    z.coerce.number('Halaman tidak valid').check(z.int('Halaman tidak valid'), z.minimum(1), z.maximum(1000)),
    1,
  ),
  limit: z._default(
    z.coerce.number('Jumlah per halaman 1–100').check(z.int('Jumlah per halaman 1–100'), z.minimum(1), z.maximum(100)),
    20,
  ),
  cursor,
})
export type ListAnnouncementsInput = z.output<typeof listInput>

const notEnrolled = {
  NOT_ENROLLED: { status: 403, message: 'Pengumuman untuk siswa yang terdaftar di kelas ini.' },
} as const
const alreadySent = {
  ALREADY_SENT: { status: 409, message: 'Pengumuman ini sudah terkirim. Buka pengumumannya untuk mengubahnya.' },
} as const
const changeClosed = {
  CHANGE_CLOSED: { status: 409, message: 'Pengumuman bisa diubah atau dihapus dalam satu jam setelah dikirim.' },
} as const

export const announcementsContract = {
  listAnnouncements: signedInEndpoint
    .route(
      at(
        'GET /courses/{id}/announcements',
        'The announcements of a course that were meant for me; all of them for its staff',
      ),
    )
    .input(z.extend(listInput, { id }))
    .output(keysetResponse(announcement))
    .errors(notEnrolled),
  showAnnouncement: signedInEndpoint
    .route(at('GET /announcements/{id}', 'An announcement that was meant for me'))
    .input(z.object({ id }))
    .output(response(announcement)),
  announce: staffEndpoint
    .meta({ access: 'staff', maximumBodyBytes: 200_000 })
    .route(
      at('POST /courses/{id}/announcements', 'Tell something to the students of a course, or to a part of them', {
        successStatus: 201,
        successDescription: 'Pengumuman terkirim.',
      }),
    )
    .input(z.extend(announceInput, { id }))
    .output(response(announcement))
    .errors(alreadySent),
  changeAnnouncement: staffEndpoint
    .meta({ access: 'staff', maximumBodyBytes: 200_000 })
    .route(at('PATCH /announcements/{id}', 'Change an announcement within an hour', 'Pengumuman tersimpan.'))
    .input(z.object({ id, title: z.optional(title), text: z.optional(text) }))
    .output(response(announcement))
    .errors(changeClosed),
  deleteAnnouncement: staffEndpoint
    .route(at('DELETE /announcements/{id}', 'Take an announcement back within an hour', 'Pengumuman dihapus.'))
    .input(z.object({ id }))
    .output(response(z.null()))
    .errors(changeClosed),
}
