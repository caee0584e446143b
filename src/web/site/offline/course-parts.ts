import type { LessonClosure, LessonSummary } from '#contract/catalog/catalog.ts'
import { savedCache, savedVideos } from './saved-names.ts'
import type { SavedResponse, SavedVideo } from './saved-store.ts'

/** Responses of a course beside its own, and the uploaded videos that may be saved with it. */
export type CourseParts = { fetched: SavedResponse[]; videos: SavedVideo[] }
/** Requests a path of the API as the user who saves. */
type FetchAs = (path: string) => Promise<Response>
type Lesson = Pick<LessonSummary, '_id' | 'type' | 'source' | 'captions' | keyof LessonClosure>

const nothing: CourseParts = { fetched: [], videos: [] }

/** The newest questions of a course, each with its answers. */
export async function readQuestions(courseId: string, fetchAs: FetchAs): Promise<SavedResponse[]> {
  const list = await readAll([`/api/courses/${courseId}/questions`], fetchAs)
  const found = await Promise.all(
    list.map(async ({ response }) => ((await response.clone().json()) as { data: { _id: string }[] }).data),
  )
  const paths = found.flat().map(({ _id }) => `/api/questions/${_id}`)
  return [...list, ...(await readAll(paths, fetchAs))]
}
export const isOfQuestions = (path: string): boolean => /\/questions(\/|\?)/.test(path)

/** Limit for the files of all lessons. Files beyond it need a connection. */
export const filesLimitBytes = 100_000_000
export type LessonFile = { path: string; bytes: number }

/** The files of lessons that are saved with a course, in its order, and those for which the limit leaves no room. */
export function chooseFiles(
  courseId: string,
  lessons: readonly Pick<LessonSummary, '_id' | 'files'>[],
): { chosen: LessonFile[]; left: LessonFile[] } {
  const chosen: LessonFile[] = []
  const left: LessonFile[] = []
  let room = filesLimitBytes
  for (const { _id: lessonId, files = [] } of lessons) {
    for (const { _id, bytes } of files) {
      const isChosen = bytes <= room
      if (isChosen) room -= bytes
      const list = isChosen ? chosen : left
      list.push({ path: `/api/courses/${courseId}/content/${lessonId}/files/${_id}`, bytes })
    }
  }
  return { chosen, left }
}

/** Loads files one after another. A file never changes, so one that is on the device already is not loaded again. */
export async function readFiles(files: readonly LessonFile[], fetchAs: FetchAs): Promise<SavedResponse[]> {
  const loaded: SavedResponse[] = []
  const cache = (await caches.has(savedCache)) ? await caches.open(savedCache) : null
  for (const { path } of files) {
    const stored = await cache?.match(path, { ignoreSearch: true })
    const [read] = stored ? [{ path, response: stored }] : await readAll([path], fetchAs)
    if (read)
      loaded.push({ path, response: new Response(await read.response.blob(), { headers: read.response.headers }) })
  }
  return loaded
}

/** Captions, uploaded videos, the rubrics and submissions of assignments, and exercises. Lessons that are closed to the student have none. */
export async function readCourseParts(
  courseId: string,
  lessons: readonly Lesson[],
  fetchAs: FetchAs,
): Promise<CourseParts> {
  const open = lessons.filter(({ opensAt, opensAfter, opensWith, endedAt }) =>
    [opensAt, opensAfter, opensWith, endedAt].every((reason) => reason === undefined),
  )
  const parts = await Promise.all(
    open.map((lesson) => readLesson(`/api/courses/${courseId}/content/${lesson._id}`, lesson, fetchAs)),
  )
  return { fetched: parts.flatMap(({ fetched }) => fetched), videos: parts.flatMap(({ videos }) => videos) }
}

async function readLesson(path: string, lesson: Lesson, fetchAs: FetchAs): Promise<CourseParts> {
  if (lesson.type === 'code')
    return { ...nothing, fetched: await readAll([`${path}/exercise`, `${path}/exercise/draft`], fetchAs) }
  if (lesson.type === 'assignment') return { ...nothing, fetched: await readAll([`${path}/submissions/mine`], fetchAs) }
  if (lesson.source === 'upload') return readUploadedVideo(path, fetchAs)
  return { ...nothing, fetched: await readCaptions(path, lesson.captions, fetchAs) }
}

const readCaptions = (
  path: string,
  languages: readonly string[] | undefined,
  fetchAs: FetchAs,
): Promise<SavedResponse[]> =>
  readAll(
    (languages ?? []).map((lang) => `${path}/captions/${lang}`),
    fetchAs,
  )

/** Without what the user may not see any more. */
async function readAll(paths: readonly string[], fetchAs: FetchAs): Promise<SavedResponse[]> {
  const responses = await Promise.all(paths.map(async (path) => ({ path, response: await fetchAs(path) })))
  for (const { path, response } of responses)
    if (response.status >= 500) throw new Error(`${path} returned ${response.status}`)
  return responses.filter(({ response }) => response.ok)
}

/** The lesson is saved with a URL of its video that does not expire, and that only the service worker serves. */
async function readUploadedVideo(path: string, fetchAs: FetchAs): Promise<CourseParts> {
  const [lesson] = await readAll([path], fetchAs)
  const body = lesson && ((await lesson.response.json()) as { data: LessonSummary })
  if (!body?.data.videoUrl) return nothing
  const { headers, ok } = await fetch(body.data.videoUrl, { method: 'HEAD' })
  // The file is missing, as it is online.
  if (!ok) return nothing
  const video = {
    contentId: body.data._id,
    // The entity tag is the id of the file, which never changes.
    address: `${savedVideos}${(headers.get('etag') ?? '').replaceAll('"', '')}`,
    bytes: body.data.videoBytes ?? 0,
  }
  const stored = new Response(JSON.stringify({ ...body, data: { ...body.data, videoUrl: video.address } }), {
    headers: { 'content-type': 'application/json' },
  })
  return {
    fetched: [{ path, response: stored }, ...(await readCaptions(path, body.data.captions, fetchAs))],
    videos: [video],
  }
}
