import { uuidPattern } from '#contract/kit/uuid.ts'
import { isByResult } from '#contract/catalog/course-rules.ts'
import { lessonMessages, isEmptyHtml, type LessonInput } from '#contract/catalog/lesson-input.ts'
import { videoMessages } from '#contract/kit/media/video.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import type { VideoBody, LessonRow } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { cleanUserHtml, type CleanHtml } from '#server/platform/rich-text/index.ts'
import type { AuthoringDeps } from './deps.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'

export type LessonBody =
  | { type: 'video'; youtubeId: string }
  | ({ type: 'video' } & VideoBody)
  /** A video that is still missing, in a draft. */
  | { type: 'video' }
  | { type: 'text' | 'assignment' | 'code'; html: CleanHtml }
  | { type: 'quiz' }

const posterPattern = new RegExp(`^/uploads/(${uuidPattern}[.]webp)$`)

/** Attempts at a quiz, submissions and code belong to enrolled students. */
export const mayBePreview = ({ type }: LessonBody): boolean => !isByResult(type)

/**
 * The body of the content's type, checked; the bodies of the other types are ignored. Questions of a quiz, the rubric of an assignment and the files of an exercise are saved separately. `before` is the
 * lesson that is changed.
 */
export async function bodyOf(
  { media }: AuthoringDeps,
  staff: Viewer,
  { input, before = null }: { input: LessonInput; before?: LessonRow | null },
): Promise<{ outcome: 'checked'; body: LessonBody } | InvalidInput> {
  const checked = (body: LessonBody) => ({ outcome: 'checked' as const, body })
  const { type, source, uploadId, youtubeId, poster, text } = input
  const isDraft = input.status === 'draft'
  if (isDraft && type === 'video' && ((source === 'upload' ? uploadId : youtubeId) ?? '').trim() === '')
    return checked({ type })
  if (type === 'video' && source === 'upload') {
    const picture = { poster: posterPattern.exec(poster ?? '')?.[1] ?? null }
    if (poster && picture.poster === null) return invalidInput({ poster: videoMessages.poster })
    // Another instructor, or an admin, may have uploaded what the lesson has.
    if (before?.mediaId && before.mediaId === uploadId)
      return checked({ type, mediaId: before.mediaId, durationSeconds: before.durationSeconds ?? 1, ...picture })
    const accepted = await media.accept(uploadId ?? '', staff.id)
    if (accepted.outcome === 'rejected') return invalidInput({ uploadId: accepted.message })
    return checked({ type, mediaId: accepted.video.id, durationSeconds: accepted.video.durationSeconds, ...picture })
  }
  if (type === 'quiz') return checked({ type })
  if (type === 'video') return checked({ type, youtubeId: youtubeIdOf(youtubeId ?? '') ?? '' })
  const html = await cleanUserHtml({ userId: staff.id, field: 'text' }, text ?? '')
  // Sanitizing may leave nothing of the submitted HTML.
  if (isEmptyHtml(html) && !isDraft)
    return invalidInput({ text: type === 'text' ? lessonMessages.text : lessonMessages.task })
  return checked({ type, html })
}

/** Keeps the video of a body from being deleted before the lesson refers to it. */
export async function holdVideo(tx: Tx, { media }: AuthoringDeps, body: LessonBody): Promise<InvalidInput | null> {
  return 'mediaId' in body && !(await media.hold(tx, body.mediaId))
    ? invalidInput({ uploadId: videoMessages.unknown })
    : null
}

/** The columns of a body. */
export const columnsOf = (
  body: LessonBody,
): Pick<LessonRow, 'type' | 'youtubeId' | 'mediaId' | 'durationSeconds' | 'poster' | 'bodyHtml'> => ({
  youtubeId: null,
  mediaId: null,
  durationSeconds: null,
  poster: null,
  bodyHtml: null,
  ...('html' in body ? { type: body.type, bodyHtml: body.html } : body),
})
