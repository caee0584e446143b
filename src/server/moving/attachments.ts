import { buffer } from 'node:stream/consumers'
import { attachmentRules, maximumAttachments } from '#contract/catalog/attachment-rules.ts'
import { extensionOf } from '#contract/kit/media/file-rules.ts'
import type { LessonRow, NewLessonFile } from '#server/catalog/index.ts'
import { findName } from '#server/platform/file-names.ts'
import { checkDocument, type Media } from '#server/platform/media/index.ts'
import type { LessonWriter, WriteDeps } from './reading/lesson-kind.ts'
import type { CourseFiles } from './course-files.ts'
import { courseFile, type Mistakes } from './reading/mistakes.ts'

/** A file that a lesson carries, and where `course.yaml` names it. */
export type AttachmentRef = { path: string; line: number }
/** Attachments in the media store, by their path in the course. */
export type StoredAttachments = ReadonlyMap<string, NewLessonFile>

/** Reads the field `files` of a lesson. */
export function readAttachments(
  value: unknown,
  { files, lineOf, mistakes }: { files: CourseFiles; lineOf: (...path: string[]) => number; mistakes: Mistakes },
): AttachmentRef[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > maximumAttachments) {
    mistakes.report(courseFile, lineOf('files'), `files: tulis daftar berkas, paling banyak ${maximumAttachments}`)
    return []
  }
  const found: AttachmentRef[] = []
  for (const [index, named] of value.entries()) {
    const path = typeof named === 'string' ? findName(files, named) : null
    const line = lineOf('files', String(index))
    if (path !== null) found.push({ path, line })
    else mistakes.report(courseFile, line, `Berkas "${String(named).slice(0, 200)}" tidak ada`)
  }
  return found
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const fileOf = (files: CourseFiles, path: string) => new File([new Uint8Array(files.get(path) ?? [])], nameOf(path))

/** Reports files that no lesson may carry. */
export async function checkAttachments(
  files: CourseFiles,
  attachments: readonly AttachmentRef[],
  mistakes: Mistakes,
): Promise<void> {
  for (const { path } of attachments) {
    const checked = await checkDocument(fileOf(files, path), attachmentRules)
    if ('error' in checked) mistakes.report(path, 1, checked.error)
  }
}

/** Stores checked files, before the transaction that refers to them; null, with nothing stored, when the disk is almost full. */
export async function storeAttachments(
  media: Pick<Media, 'addDocument'>,
  files: CourseFiles,
  attachments: readonly AttachmentRef[],
  createdBy: string,
): Promise<StoredAttachments | null> {
  const stored = new Map<string, NewLessonFile>()
  for (const { path } of attachments) {
    if (stored.has(path)) continue
    const checked = await checkDocument(fileOf(files, path), attachmentRules)
    if ('error' in checked) continue
    const mediaId = await media.addDocument({ ...checked, createdBy })
    // A job deletes what is stored already, because nothing refers to it.
    if (mediaId === null) return null
    stored.set(path, { mediaId, name: checked.name, bytes: checked.bytes.length })
  }
  return stored
}

/** Adds the files of a lesson to an export: `files/<stem>/<name>`, with a number where names are the same. */
export async function writeAttachments(
  { catalog, media }: WriteDeps,
  lesson: LessonRow,
  { stem, addFile, leaveOut }: LessonWriter,
): Promise<{ files?: string[] }> {
  const rows: Awaited<ReturnType<typeof catalog.listLessonFiles>> = []
  for (const row of await catalog.listLessonFiles(lesson.id))
    if (await media.hasBytes(row.mediaId)) rows.push(row)
    else leaveOut(`${lesson.title}: ${row.name}`)
  const used = new Map<string, number>()
  const paths = rows.map(({ mediaId, name, bytes }) => {
    const key = name.normalize('NFC').toLowerCase()
    const number = (used.get(key) ?? 0) + 1
    used.set(key, number)
    const path = number === 1 ? `files/${stem}/${name}` : `files/${stem}/${number}/${name}`
    return addFile(path, async () => {
      const content = await media.read(mediaId, { start: 0, end: bytes - 1 })
      return content ? buffer(content) : new Uint8Array()
    })
  })
  return paths.length > 0 ? { files: paths } : {}
}

/** Compressed already, so that a zip of it only costs time. */
export const isPacked = (path: string): boolean =>
  ['webp', 'png', 'jpg', 'jpeg', 'zip', 'docx', 'xlsx', 'pptx', 'mp3', 'm4a', 'ogg', 'mp4', 'webm'].includes(
    extensionOf(path),
  )
