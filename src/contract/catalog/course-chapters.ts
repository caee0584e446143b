import * as z from 'zod/mini'
import { wholeNumber } from '#contract/kit/format/whole-number.ts'
import { at, id, response, staffEndpoint, staleError, startedFrom } from '#contract/kit/endpoint.ts'
import { line } from '#contract/kit/input-rules.ts'
import { lessonTitle } from './lesson-input.ts'

// Managing the chapters of a course. The API calls a chapter `chapter`.

export const maximumChapters = 100
export const maximumLessons = 2000
export const maximumDripDays = 365

/** With the pace `drip`: days from enrolment until a chapter opens; 0 opens it at once. */
export const dripDays = wholeNumber(`Isi 0 sampai ${maximumDripDays} hari`, 0, maximumDripDays)

export const chapterInput = z.object({ title: line('Judul bab wajib diisi', 200), dripDays: z.optional(dripDays) })

const chapterChange = z.object({ title: z.optional(chapterInput.shape.title), dripDays: chapterInput.shape.dripDays })

/** A chapter as staff edit it; `contents` in order are the lessons whose `chapterId` is this. */
export const staffChapter = z.object({ _id: z.string(), title: z.string(), dripDays: z.number() })
export type StaffChapter = z.infer<typeof staffChapter>

const outlineMessage = 'Susunan tidak valid'
/** Every chapter and every lesson of the course exactly once, in order; `_id: null` holds the lessons before the first chapter. */
const outlineGroups = z
  .array(
    z.object({
      _id: z.nullable(z.string(outlineMessage)),
      contentIds: z.array(z.string(outlineMessage), outlineMessage).check(z.maxLength(maximumLessons, outlineMessage)),
    }),
    'Susunan wajib diisi',
  )
  .check(z.maxLength(maximumChapters + 1, outlineMessage))

const courseOutline = z.object({
  /** The course's version. */
  version: z.number(),
  chapters: z.array(z.object({ _id: z.nullable(z.string()), contentIds: z.array(z.string()) })),
})
export type CourseOutline = z.infer<typeof courseOutline>

/** Videos of one folder, or of a selection of files, at once. */
export const maximumVideosAtOnce = 1000

const draftsMessage = 'Daftar video tidak valid'
/** Titles of lessons by the title of their chapter; null puts them before the first chapter. */
const videoGroups = z
  .array(
    z.object({
      chapter: z.nullable(chapterInput.shape.title),
      titles: z
        .array(lessonTitle, draftsMessage)
        .check(z.minLength(1, draftsMessage), z.maxLength(maximumVideosAtOnce, draftsMessage)),
    }),
    draftsMessage,
  )
  .check(
    z.minLength(1, draftsMessage),
    z.maxLength(maximumChapters + 1, draftsMessage),
    z.refine(
      (groups) => groups.reduce((sum, { titles }) => sum + titles.length, 0) <= maximumVideosAtOnce,
      `Paling banyak ${maximumVideosAtOnce.toLocaleString('id-ID')} video sekaligus`,
    ),
  )

/** In the order of the input. */
const videoDrafts = z.object({
  groups: z.array(
    z.object({
      chapterId: z.nullable(z.string()),
      lessons: z.array(
        z.object({
          _id: z.string(),
          /** A lesson of this title was there, and has its video. */
          hasVideo: z.boolean(),
        }),
      ),
    }),
  ),
})
export type VideoDrafts = z.infer<typeof videoDrafts>

/** More lessons that lack something are counted only. */
export const maximumIncompleteNamed = 20
const publishedDrafts = z.object({
  published: z.number(),
  incomplete: z.number(),
  /** The first of those that stay drafts, in order. */
  lacking: z.array(z.object({ contentId: z.string(), title: z.string(), sentence: z.string() })),
})
export type PublishedDrafts = z.infer<typeof publishedDrafts>

const params = z.object({ id, chapterId: id })
const tooMany = {
  TOO_MANY_CHAPTERS: { status: 409, message: `Satu kelas memuat paling banyak ${maximumChapters} bab.` },
} as const
const tooManyLessons = {
  TOO_MANY_LESSONS: {
    status: 409,
    message: `Satu kelas memuat paling banyak ${maximumLessons.toLocaleString('id-ID')} materi.`,
  },
} as const

export const courseChaptersContract = {
  createChapter: staffEndpoint
    .route(at('POST /courses/{id}/chapters', 'Add a chapter at the end of a course', { successStatus: 201 }))
    .input(z.extend(chapterInput, { id }))
    .output(response(staffChapter))
    .errors(tooMany),
  updateChapter: staffEndpoint
    .route(at('PATCH /courses/{id}/chapters/{chapterId}', 'Change some fields of a chapter'))
    .input(z.extend(chapterChange, params.shape))
    .output(response(staffChapter)),
  deleteChapter: staffEndpoint
    .route(
      at(
        'DELETE /courses/{id}/chapters/{chapterId}',
        'Remove a chapter; its lessons move to the chapter before it, or before the first chapter',
        'Bab dihapus.',
      ),
    )
    .input(params)
    .output(response(z.null())),
  addVideoDrafts: staffEndpoint
    .route(
      at(
        'POST /courses/{id}/video-drafts',
        'Add chapters and draft lessons for many videos; a chapter or video lesson of the same title is used again',
        { successStatus: 201 },
      ),
    )
    .input(z.object({ id, groups: videoGroups }))
    .output(response(videoDrafts))
    .errors({ ...tooMany, ...tooManyLessons }),
  publishDrafts: staffEndpoint
    .route(
      at(
        'POST /courses/{id}/publish-drafts',
        'Publish all draft lessons that are complete; the others are named with what they lack',
      ),
    )
    .input(z.object({ id }))
    .output(response(publishedDrafts)),
  saveOutline: staffEndpoint
    .route(
      at('PUT /courses/{id}/outline', 'Set the order of all chapters and lessons, and the chapter of every lesson'),
    )
    .input(
      z.object({
        id,
        version: startedFrom,
        chapters: outlineGroups,
      }),
    )
    .output(response(courseOutline))
    .errors(staleError),
}
