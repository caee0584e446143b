import { codePainter } from '#server/platform/code-colours/index.ts'
import type { Content } from '#contract/learning/learning.ts'
import type { LessonClosure } from '#contract/catalog/catalog.ts'
import type { LessonFile } from '#contract/catalog/lesson-files.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import {
  canManageCourse,
  presentLesson,
  presentLessonFile,
  presentVideo,
  type Catalog,
  type LessonKey,
  type LessonRow,
} from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Identity } from '#server/identity/index.ts'
import { documentDownload, type Media, type MediaGrant } from '#server/platform/media/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { findStudy } from '#server/learning/enrolment/enroll.ts'
import { lessonClosed, lessonClosure, type LessonClosed } from './lesson-closure.ts'

type Deps = { database: Database; catalog: Catalog; clock: Clock }
type NoAccess = Refusal<'not-found' | 'not-enrolled' | 'unauthorized'>
type NotShown = NoAccess | { outcome: 'lesson-closed'; closure: LessonClosure }

export type VideoDeps = {
  /** The URL at which this viewer may watch the video of a lesson. */
  videoUrl: (grant: MediaGrant) => Promise<string>
  /** True when the e-mail address of students is shown over videos. */
  readSite: () => Promise<{ videoWatermark: boolean }>
}

/** One lesson with its body, if this viewer may study it. */
export async function showLesson(
  deps: Deps & VideoDeps,
  key: LessonKey,
  viewer: Viewer | null,
): Promise<{ outcome: 'shown'; lesson: Content } | NoAccess | LessonClosed> {
  const opened = await openLesson(deps, key, viewer)
  if (opened.outcome === 'lesson-closed') return lessonClosed(key.lessonId, opened.closure)
  if (opened.outcome !== 'open') return opened
  const { row } = opened
  const captions = row.type === 'video' ? { captions: await deps.catalog.listCaptionLanguages(row.id) } : {}
  const files = await deps.catalog.listLessonFiles(row.id)
  const show = await codePainter(deps, row.courseId, row.bodyHtml ? [row.bodyHtml] : [])
  const lesson = {
    ...presentLesson({ ...row, files }, { open: true, show }),
    ...presentVideo(row),
    ...captions,
    updatedAt: row.updatedAt.toISOString(),
  }
  if (row.mediaId === null) return { outcome: 'shown', lesson }
  const videoUrl = await deps.videoUrl({ ...key, viewerId: viewer?.id ?? null })
  const isMarked = viewer?.role === 'student' && (await deps.readSite()).videoWatermark
  return { outcome: 'shown', lesson: { ...lesson, videoUrl, ...(isMarked ? { watermark: viewer.email } : {}) } }
}

/** The captions of a lesson in a language, as WebVTT, if this viewer may study the lesson. */
export async function showCaptions(
  deps: Deps,
  { lang, ...key }: LessonKey & { lang: string },
  viewer: Viewer | null,
): Promise<{ outcome: 'shown'; captions: string } | NotShown> {
  const opened = await openLesson(deps, key, viewer)
  if (opened.outcome !== 'open') return opened
  const captions = await deps.catalog.findCaptions({ lessonId: opened.row.id, lang })
  return captions === null ? refused('not-found') : { outcome: 'shown', captions }
}

/** The files of a lesson, if this viewer may study the lesson. */
export async function listLessonFiles(
  deps: Deps,
  key: LessonKey,
  viewer: Viewer | null,
): Promise<{ outcome: 'listed'; files: LessonFile[] } | NotShown> {
  const opened = await openLesson(deps, key, viewer)
  if (opened.outcome !== 'open') return opened
  return { outcome: 'listed', files: (await deps.catalog.listLessonFiles(opened.row.id)).map(presentLessonFile) }
}

/** A file of a lesson, if this viewer may study the lesson. */
export async function downloadLessonFile(
  deps: Deps & { media: Pick<Media, 'find' | 'read'> },
  { fileId, ...key }: LessonKey & { fileId: string },
  viewer: Viewer | null,
): Promise<{ outcome: 'read'; file: Download } | NotShown> {
  const opened = await openLesson(deps, key, viewer)
  if (opened.outcome !== 'open') return opened
  const row = (await deps.catalog.listLessonFiles(opened.row.id)).find(({ id }) => id === fileId)
  const file = row && (await documentDownload(deps.media, { id: row.mediaId, name: row.name }))
  return file ? { outcome: 'read', file } : refused('not-found')
}

/** The uploaded video of a lesson, if this viewer may study the lesson now; else null. */
export async function findWatchable(
  deps: Deps & { identity: Identity },
  { viewerId, ...key }: MediaGrant,
): Promise<string | null> {
  const viewer = viewerId === null ? null : await deps.identity.findAccount(viewerId)
  if (viewerId !== null && (!viewer || viewer.disabledAt)) return null
  const opened = await openLesson(deps, key, viewer)
  return opened.outcome === 'open' ? opened.row.mediaId : null
}

/** Open are: a preview of a published course, to enrolled students what the pace has opened, and everything, drafts too, to staff of the course. */
async function openLesson(
  { database, catalog, clock }: Deps,
  { courseId, lessonId }: LessonKey,
  viewer: Pick<Viewer, 'id' | 'role'> | null,
): Promise<{ outcome: 'open'; row: LessonRow } | NotShown> {
  const course = await catalog.findCourse(courseId)
  const lesson = course ? await catalog.findLesson(courseId, lessonId) : null
  if (!course || !lesson) return refused('not-found')

  const open = { outcome: 'open' as const, row: lesson }
  if (canManageCourse(viewer, course, 'teach')) return open
  if (lesson.status === 'draft') return refused('not-found')
  const { previousId } = lesson
  const study =
    viewer && (await findStudy(database.query, viewer.id, courseId, previousId ? [lesson.id, previousId] : [lesson.id]))
  if (study) {
    const { enrollment, completed } = study
    const reason = {
      course,
      right: enrollment,
      now: clock.now(),
      isCompleted: (id: string) => completed.has(id),
    }
    const closure = lessonClosure(lesson, previousId, reason)
    return closure ? { outcome: 'lesson-closed', closure } : open
  }
  if (course.status !== 'published') return refused('not-found')
  if (lesson.isPreview) return open
  return refused(viewer ? 'not-enrolled' : 'unauthorized')
}
