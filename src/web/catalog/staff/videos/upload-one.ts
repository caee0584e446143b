import type { StaffLesson } from '#contract/catalog/authoring.ts'
import { failureStatus, fieldErrors, hasResponded, retryAfterSeconds, serverMessage } from '#contract/client.ts'
import type { Api } from '#web/identity/index.ts'
import { prepareVideo } from '#web/catalog/staff/lessons/prepare-video.ts'
import { openVideoUpload, sendPoster, type VideoUpload } from '#web/catalog/staff/lessons/send-video.ts'
import { readBody, unreachable } from '#web/catalog/staff/lessons/upload-flow.ts'
import type { PlannedVideo } from './plan-videos.ts'
import type { Loss, QueueEvent } from './queue.ts'

export type Source = PlannedVideo & { lessonId: string }
type Sent = { uploadId: string; poster: string }

/** The part of a video that is kept while its upload is interrupted. */
export type Attempt = { video: Blob | null; sent: Sent | null; upload: VideoUpload | null }

export class LostUpload extends Error {
  readonly loss: Loss
  constructor(loss: Loss) {
    super(loss.message)
    this.loss = loss
  }
}

type Deps = Pick<Api, 'authenticated'> & {
  readToken: () => Promise<string | undefined>
  courseId: string
  tell: (event: QueueEvent) => void
}

const unreadable = 'Berkas ini tidak bisa dibaca lagi. Pilih lagi berkas atau foldernya.'
const staleStatus = 409
const maximumSaves = 3

/** Uploads a video into its lesson, from where an earlier attempt ended. Throws what was lost. */
export async function uploadOne(deps: Deps, source: Source, attempt: Attempt): Promise<void> {
  const { path } = source
  const before = await readLesson(deps, source)
  if (hasOther(before, attempt)) {
    const note = await saveCaptions(deps, source, before)
    return deps.tell(note === null ? { type: 'found', path } : { type: 'saved', path, note })
  }
  if (attempt.sent === null) {
    const isReady = await prepare(deps, source, attempt)
    if (!isReady || !attempt.video) return
    const uploadId = await send(deps, source, attempt.video, attempt)
    deps.tell({ type: 'uploaded', path })
    attempt.sent = { uploadId, poster: await sendPoster(deps.authenticated, attempt.video) }
  } else deps.tell({ type: 'uploaded', path })
  const lesson = await save(deps, source, attempt.sent)
  await attempt.upload?.forget()
  deps.tell({ type: 'saved', path, note: await saveCaptions(deps, source, lesson) })
}

const hasOther = ({ uploadId, youtubeId }: StaffLesson, { sent }: Attempt): boolean =>
  youtubeId !== undefined || (uploadId !== undefined && uploadId !== sent?.uploadId)

const readLesson = async ({ authenticated, courseId }: Deps, { lessonId }: Source): Promise<StaffLesson> =>
  (await authenticated.authoring.showStaffLesson({ id: courseId, contentId: lessonId })).data

async function prepare({ tell }: Deps, { path, file }: Source, attempt: Attempt): Promise<boolean> {
  if (attempt.video) return true
  const prepared = await prepareVideo(file, (share) => tell({ type: 'rewriting', path, share }))
  if (prepared.outcome === 'ready') attempt.video = prepared.video
  else tell({ type: 'rejected', path, message: (await isReadable(file)) ? prepared.message : unreadable })
  return prepared.outcome === 'ready'
}

/** Resolves to the id of the upload. One that is paused stays unresolved. */
function send({ tell, readToken }: Deps, source: Source, video: Blob, attempt: Attempt): Promise<string> {
  const { path, file, lessonId } = source
  return new Promise((resolve, reject) => {
    const opened = openVideoUpload(
      { file, video, purpose: lessonId },
      {
        readToken,
        onSent: (sent, bytesPerSecond) => tell({ type: 'sent', path, sent, bytes: video.size, bytesPerSecond }),
        onWaiting: () => tell({ type: 'waiting', path }),
        onLost: ({ status, body, retryAfterSeconds: seconds }) =>
          void describeLoss(file, { status, body, seconds }).then((loss) => reject(new LostUpload(loss))),
        onUploaded: resolve,
      },
    )
    opened.then((upload) => {
      attempt.upload = upload
      upload.start()
    }, reject)
  })
}

type Answer = { status: number | undefined; body: string; seconds: number | null }

async function describeLoss(file: File, { status, body, seconds }: Answer): Promise<Loss> {
  if (status !== undefined) return { status, message: readBody(status, body), retryAfterSeconds: seconds }
  return (await isReadable(file))
    ? { status, message: unreachable, retryAfterSeconds: null }
    : { status: 400, message: unreadable, retryAfterSeconds: null }
}

/** False once the disk was removed, or the file was changed. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** The lesson keeps whatever was changed of it meanwhile. */
async function save(deps: Deps, source: Source, sent: Sent): Promise<StaffLesson> {
  for (let times = 1; ; times++) {
    const { title, version, isPreview } = await readLesson(deps, source)
    const change = { title, version, isPreview, type: 'video', source: 'upload', ...sent } as const
    try {
      const ids = { id: deps.courseId, contentId: source.lessonId }
      return (await deps.authenticated.authoring.updateLesson({ ...ids, ...change })).data
    } catch (error) {
      if (failureStatus(error) !== staleStatus || times === maximumSaves) throw error
    }
  }
}

/** Adds the languages that the lesson lacks. Returns a sentence about what could not be used. */
async function saveCaptions(deps: Deps, { captions, lessonId }: Source, lesson: StaffLesson): Promise<string | null> {
  const refused: string[] = []
  for (const { lang, file } of captions) {
    if (lesson.captions?.includes(lang)) continue
    try {
      await deps.authenticated.captions.saveCaptions({ id: deps.courseId, contentId: lessonId, lang, file })
    } catch (error) {
      const [message] = Object.values(fieldErrors(error))
      if (message === undefined) throw error
      refused.push(`${file.name}: ${message}`)
    }
  }
  return refused.length > 0 ? `Teks tidak bisa dipakai. ${refused.join(' ')}` : null
}

/** The meaning of a failed call for the queue. */
export function lossOf(error: unknown): Loss {
  if (error instanceof LostUpload) return error.loss
  const [field] = Object.values(fieldErrors(error))
  return {
    status: hasResponded(error) ? (failureStatus(error) ?? undefined) : undefined,
    message: field ?? serverMessage(error) ?? unreachable,
    retryAfterSeconds: retryAfterSeconds(error),
  }
}
