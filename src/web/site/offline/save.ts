import { savedKey } from './saved-names.ts'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import type { Session } from '#contract/identity/identity.ts'
import { bytesOf, freeSpace, isQuotaExceeded } from '#web/kit/device/bytes.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { digest, sessionFingerprint, visitor } from '#web/kit/device/owner.ts'
import { builtFilesOf } from './built-files.ts'
import { courseCode, scheduleCode } from './course-code.ts'
import {
  chooseFiles,
  filesLimitBytes,
  isOfQuestions,
  readCourseParts,
  readFiles,
  readQuestions,
  type LessonFile,
} from './course-parts.ts'
import { currentBuild } from './current-build.ts'
import { listExerciseFiles } from './exercise-files.ts'
import { offlineKinds, type OfflineItem } from './offline-item.ts'
import { missingVideos, NoSpace, saveVideos } from './save-videos.ts'
import { putSaved, replaceSaved, type SavedResponse, type SavedItem, type SavedVideo } from './saved-store.ts'

/** The current content on the server. */
export type SourceContent = {
  response: Response
  text: string
  title: string
  version: string
  /** Empty unless a course. */ details: LessonSummary[]
}
/** Everything measured, and fetched but for what is large, not stored yet. Videos are loaded afterwards, where the user wants them. */
export type PreparedCopy = {
  entry: Omit<SavedItem, 'addresses' | 'videos'>
  fetched: SavedResponse[]
  videos: SavedVideo[]
  files: { chosen: LessonFile[]; left: LessonFile[] }
  /** Fetches the chosen files. */
  loadFiles: () => Promise<SavedResponse[]>
}

/** The item was removed, or this user has no access to it. */
export class NotAvailable extends Error {}

async function fetchOk(path: string): Promise<Response> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  return response
}

const authorizationOf = (session: Session | null): string | null => session && `Bearer ${session.token}`

/** Not from an offline copy. */
function ask(path: string, session: Session | null): Promise<Response> {
  const authorization = authorizationOf(session)
  return fetch(path, { cache: 'no-store', headers: authorization ? { authorization } : {} })
}

export async function readSource(item: OfflineItem, session: Session | null): Promise<SourceContent> {
  const { source, isPersonal } = offlineKinds[item.kind]
  const response = await ask(source(item), isPersonal ? session : null)
  if (response.status === 404) throw new NotAvailable(item.title)
  if (!response.ok) throw new Error(`${item.title} returned ${response.status}`)
  const text = await response.clone().text()
  const { data } = JSON.parse(text) as { data: Readable | readonly Planned[] }
  if (isList(data))
    return { response, text, title: item.title, version: await digest(JSON.stringify(data.map(planOf))), details: [] }
  return {
    response,
    text,
    title: data.title,
    version: await digest(JSON.stringify(versionOf(data))),
    details: data.details ?? [],
  }
}

type Readable = {
  title: string
  updatedAt: string
  viewer?: { owned?: boolean }
  details?: LessonSummary[]
  chapters?: unknown
}

/** A meeting of a schedule. */
type Planned = {
  meetingId: string
  title: string
  startsAt: string
  endsAt: string
  state: string
  recordingContentId: string | null
}

const isList = (data: Readable | readonly Planned[]): data is readonly Planned[] => Array.isArray(data)

/** Time passes without making a schedule another one. */
const planOf = ({ meetingId, title, startsAt, endsAt, state, recordingContentId }: Planned) => [
  meetingId,
  title,
  startsAt,
  endsAt,
  state === 'cancelled',
  recordingContentId,
]

/** The fields that the version digest is made of. A course has its lessons in `details`, and its chapters; e-books and tips have a date and the access. */
const versionOf = ({ title, updatedAt, viewer, details, chapters }: Readable) => [
  title,
  updatedAt,
  viewer?.owned,
  details,
  chapters,
]

/** Fetches everything that is needed to open an item offline, with this user's session. */
export async function prepare(
  item: OfflineItem,
  session: Session | null,
  source?: SourceContent,
): Promise<PreparedCopy> {
  const { kind, id, path } = item
  const { source: pathOf, isPersonal, code } = offlineKinds[kind]
  const { response, text, title, version, details } = source ?? (await readSource(item, session))
  const fingerprint = await sessionFingerprint(authorizationOf(session))
  const page = await fetchOk(path)
  const html = await page.clone().text()
  const fetched: SavedResponse[] = [{ path, response: page }]
  const askAsOwner = (part: string) => ask(part, session)
  const parts = await readCourseParts(id, details, askAsOwner)
  const questions = kind === 'course' ? await readQuestions(id, askAsOwner) : []
  if (isPersonal)
    fetched.push(...ownedBy(fingerprint, [{ path: pathOf(item), response }, ...parts.fetched, ...questions]))
  const exercises = await listExerciseFiles(details, parts.fetched)
  const later = kind === 'course' ? [...courseCode, ...exercises.code] : kind === 'schedule' ? scheduleCode : []
  const scripts = await builtFilesOf(html, [...code, ...later])
  const files = [...scripts, ...exercises.paths]
  fetched.push(...(await Promise.all(files.map(async (file) => ({ path: file, response: await fetchOk(file) })))))
  const pictures = [
    ...new Set((html + text).match(/\/(?:uploads\/[\w-]+\.webp|cover\/[\w%&-]+\/[\da-f-]{36}\.svg\?v=\w+)/g)),
  ]
  const shown = await Promise.all(pictures.map(async (picture) => ({ path: picture, response: await fetch(picture) })))
  // A picture that is missing online is missing offline, too; the text is still saved.
  fetched.push(...shown.filter(({ response }) => response.ok))
  const sizes = await Promise.all(fetched.map(async (file) => (await file.response.clone().arrayBuffer()).byteLength))
  const attached = chooseFiles(id, details)
  const bytes = sizes.reduce((sum, size) => sum + size, bytesOf(attached.chosen))
  const now = new Date().toISOString()
  // Public content has no owner; a personal response belongs to its user.
  const owner = isPersonal ? (session?.user._id ?? visitor) : visitor
  const entry = {
    kind,
    id,
    title,
    path,
    owner,
    bytes,
    version,
    savedAt: now,
    checkedAt: now,
    session: isPersonal ? fingerprint : visitor,
    build: currentBuild(),
  }
  const loadFiles = async () => ownedBy(fingerprint, await readFiles(attached.chosen, askAsOwner))
  return { entry, fetched, videos: parts.videos, files: attached, loadFiles }
}

/** A personal response is stored for one session. */
const ownedBy = (fingerprint: string, responses: readonly SavedResponse[]): SavedResponse[] =>
  responses.map(({ path, response }) => ({ path: savedKey(path, fingerprint), response }))

/** Questions and answers change more often than the course. */
export async function renewQuestions(item: OfflineItem, session: Session | null): Promise<void> {
  if (item.kind !== 'course') return
  const fingerprint = await sessionFingerprint(authorizationOf(session))
  await replaceSaved(
    item,
    isOfQuestions,
    ownedBy(fingerprint, await readQuestions(item.id, (part) => ask(part, session))),
  )
}

/** The question before it is stored: the size, and what it does not include. */
function describePrepared({ entry, files: { chosen, left } }: PreparedCopy): string {
  const text = `“${entry.title}” memakai ${formatBytes(entry.bytes)} di perangkat ini, dan bisa dibuka tanpa sinyal.`
  const included =
    chosen.length > 0 ? ` Termasuk ${chosen.length} berkas materi (${formatBytes(bytesOf(chosen))}).` : ''
  const excluded =
    left.length > 0
      ? ` ${left.length} berkas materi lain (${formatBytes(bytesOf(left))}) tidak ikut: paling banyak ${formatBytes(filesLimitBytes)} berkas tiap kelas.`
      : ''
  return entry.kind === 'course'
    ? `${text}${included}${excluded} Video YouTube tidak ikut dan tetap butuh koneksi. Kuis bisa dikerjakan tanpa sinyal setelah kamu membukanya saat online.`
    : text
}

export const storePrepared = async (
  { entry, fetched, videos, loadFiles }: PreparedCopy,
  { withVideos, onlyReplace }: { withVideos: boolean; onlyReplace: boolean },
): Promise<void> =>
  putSaved({ ...entry, ...(withVideos ? { videos } : {}) }, [...fetched, ...(await loadFiles())], { onlyReplace })

/** The message for the user; null when the user declined. */
export type Outcome = { isComplete: boolean; message: string } | null
type OnProgress = (percent: number) => void

/** Saves an item after the user has seen how much space it needs, and its videos where the user wants them. */
export async function saveWithConsent(
  item: OfflineItem,
  session: Session | null,
  onProgress: OnProgress,
): Promise<Outcome> {
  const prepared = await prepare(item, session)
  if (!(await askConfirm({ title: 'Simpan untuk offline?', text: describePrepared(prepared), confirmLabel: 'Simpan' })))
    return null
  const withVideos = await wantsVideos(prepared)
  try {
    await storePrepared(prepared, { withVideos, onlyReplace: false })
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
    return {
      isComplete: false,
      message: `${await describeFull(prepared.entry.bytes)} Hapus materi tersimpan yang lain dulu.`,
    }
  }
  // Asks the browser not to evict the data under storage pressure. A denial is fine.
  await navigator.storage?.persist?.().catch(() => false)
  return withVideos
    ? saveMissingVideos(item, session, onProgress)
    : { isComplete: true, message: 'Tersimpan di perangkat ini.' }
}

/** Loads the videos of a saved course that are missing. */
export async function saveMissingVideos(
  item: OfflineItem,
  session: Session | null,
  onProgress: OnProgress,
): Promise<Outcome> {
  try {
    await saveVideos(item, { findUrl: videoUrlFinder(item, session), onProgress })
    return { isComplete: true, message: 'Tersimpan di perangkat ini.' }
  } catch (error) {
    const left = bytesOf(missingVideos(item))
    const message =
      error instanceof NoSpace
        ? `${await describeFull(left)} Kelasnya tersimpan tanpa video itu.`
        : `Kelasnya tersimpan, tetapi videonya belum semua: ${formatBytes(left)} belum termuat. Periksa koneksi, lalu coba lagi.`
    return { isComplete: false, message }
  }
}

/** With what is left, where the browser reports it: Chromium reports more than a full device has. */
async function describeFull(neededBytes: number): Promise<string> {
  const free = await freeSpace()
  const left = free !== null && free < neededBytes ? `, sisa ${formatBytes(free)}` : ''
  return `Ruang di perangkat tidak cukup: perlu ${formatBytes(neededBytes)}${left}.`
}

async function wantsVideos({ videos }: PreparedCopy): Promise<boolean> {
  if (videos.length === 0) return false
  const bytes = bytesOf(videos)
  const free = await freeSpace()
  const space = free === null || free >= bytes ? '' : ` Ruangnya tidak cukup untuk semua: sisa ${formatBytes(free)}.`
  return askConfirm({
    title: 'Simpan videonya juga?',
    text: `${videos.length} video di kelas ini memakai ${formatBytes(bytes)} lagi.${space} Tanpa disimpan, video tetap bisa ditonton saat online.`,
    confirmLabel: 'Simpan dengan video',
    cancelLabel: 'Tanpa video',
  })
}

export const videoUrlFinder =
  ({ id }: Pick<OfflineItem, 'id'>, session: Session | null) =>
  async (lessonId: string): Promise<string | undefined> => {
    const response = await ask(`/api/courses/${id}/content/${lessonId}`, session)
    return response.ok ? ((await response.json()) as { data: LessonSummary }).data.videoUrl : undefined
  }
