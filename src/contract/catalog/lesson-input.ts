import * as z from 'zod/mini'
import { hasVisibleText } from '#contract/kit/text/visible-text.ts'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { hasTask, lessonStatuses, lessonTypes, type LessonType } from './catalog.ts'
import { videoMessages } from '#contract/kit/media/video.ts'
import { videoSources } from './video-values.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'

// Validation rules of the content form, shared by browser and server.
export const lessonMessages = {
  title: 'Judul konten wajib diisi',
  type: 'Tipe konten wajib dipilih',
  courseId: 'Course ID wajib diisi',
  youtubeMissing: 'YouTube ID wajib diisi untuk tipe video',
  youtubeWrong: 'YouTube ID harus 11 karakter',
  text: 'Teks konten wajib diisi untuk tipe artikel',
  task: 'Tulis tugasnya dulu',
  chapter: 'Bab tidak dikenal',
} as const

/** An article of about 60,000 words. */
export const maximumArticleLength = 400_000

/** True for HTML without text and images. A tag ends at the next `<` too: otherwise many `<` without `>` would take quadratic time. */
export const isEmptyHtml = (html: string): boolean =>
  !/<img\b/i.test(html) && !hasVisibleText(html.replaceAll(/<[^<>]*>|&nbsp;/g, ''))

const flag = z.transform(
  (value: unknown): boolean => value === true || value === 'true' || value === 'on' || value === '1',
)

export const maximumTitleLength = 200
export const lessonTitle = z
  .string(lessonMessages.title)
  .check(
    z.trim(),
    z.minLength(1, lessonMessages.title),
    visibleText(lessonMessages.title),
    z.maxLength(maximumTitleLength, `Judul konten maksimal ${maximumTitleLength} karakter`),
  )

const fields = {
  title: lessonTitle,
  type: z.enum(lessonTypes, lessonMessages.type),
  /** Videos only; a request without it means YouTube. */
  source: z.optional(z.nullable(z.enum(videoSources, videoMessages.source))),
  /** A finished upload, or the one that the lesson has. */
  uploadId: z.optional(z.nullable(z.string(videoMessages.unknown).check(z.maxLength(100, videoMessages.unknown)))),
  /** The URL of an uploaded picture for the video. */
  poster: z.optional(z.nullable(z.string(videoMessages.poster).check(z.maxLength(200, videoMessages.poster)))),
  youtubeId: z.optional(
    z.nullable(z.string(lessonMessages.youtubeWrong).check(z.maxLength(500, lessonMessages.youtubeWrong))),
  ),
  text: z.optional(
    z.nullable(
      z
        .string(lessonMessages.text)
        .check(z.maxLength(maximumArticleLength, 'Artikel terlalu panjang. Bagi menjadi beberapa materi.')),
    ),
  ),
  isPreview: z.optional(flag),
  /** A draft may lack its body. A new lesson without one is published; a change without one leaves it. */
  status: z.optional(z.enum(lessonStatuses, 'Status tidak dikenal')),
  /** The chapter; null, or empty in a form, means before the first chapter. */
  chapterId: z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? null : value)),
      z.nullable(z.string(lessonMessages.chapter)),
    ),
  ),
}

type Body = {
  status?: unknown
  type?: unknown
  source?: unknown
  uploadId?: unknown
  youtubeId?: unknown
  text?: unknown
}
const anyObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isMissing = (value: unknown): boolean => textOf(value).trim() === ''

const isDraft = ({ status }: Body): boolean => status === 'draft'
const isUpload = ({ type, source }: Body): boolean => type === 'video' && source === 'upload'
const isYoutube = ({ type, source }: Body): boolean =>
  type === 'video' && (source === undefined || source === null || source === 'youtube')

/** Each type requires its own body, except in a draft. `when` reports these errors together with those of other fields. */
const bodyRules = [
  z.refine<Body>((content) => isDraft(content) || !isUpload(content) || !isMissing(content.uploadId), {
    error: videoMessages.missing,
    path: ['uploadId'],
    when: anyObject,
  }),
  z.refine<Body>((content) => isDraft(content) || !isYoutube(content) || !isMissing(content.youtubeId), {
    error: lessonMessages.youtubeMissing,
    path: ['youtubeId'],
    when: anyObject,
  }),
  z.refine<Body>(
    (content) => !isYoutube(content) || isMissing(content.youtubeId) || youtubeIdOf(textOf(content.youtubeId)) !== null,
    {
      error: lessonMessages.youtubeWrong,
      path: ['youtubeId'],
      when: anyObject,
    },
  ),
  z.refine<Body>((content) => isDraft(content) || content.type !== 'text' || !isEmptyHtml(textOf(content.text)), {
    error: lessonMessages.text,
    path: ['text'],
    when: anyObject,
  }),
  z.refine<Body>(
    (content) => isDraft(content) || !hasTask(content.type as LessonType) || !isEmptyHtml(textOf(content.text)),
    {
      error: lessonMessages.task,
      path: ['text'],
      when: anyObject,
    },
  ),
] as const

export const lessonInput = z.object(fields).check(...bodyRules)
export type LessonInput = z.output<typeof lessonInput>

export const newLessonInput = z
  .object({ ...fields, courseId: z.string(lessonMessages.courseId).check(z.minLength(1, lessonMessages.courseId)) })
  .check(...bodyRules)

/** The input of a content update, with the path parameters. */
export const lessonChange = <Params extends z.core.$ZodLooseShape>(params: Params) =>
  z.object({ ...params, ...fields }).check(...bodyRules)
