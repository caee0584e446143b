import type { StaffLesson } from '#contract/catalog/authoring.ts'
import {
  listLessonFiles,
  presentLessonFile,
  listCaptionLanguages,
  findOwnLesson,
  type LessonKey,
} from '#server/catalog/index.ts'
import type { AuthoringDeps } from './deps.ts'
import { presentStaffLesson } from './present-staff.ts'
import type { Viewer } from '#server/platform/http/index.ts'

export async function showLesson(
  { database, videoUrl }: AuthoringDeps,
  staff: Viewer,
  key: LessonKey,
): Promise<StaffLesson | null> {
  const row = await findOwnLesson(database.query, staff, key, 'teach')
  if (!row) return null
  const files = (await listLessonFiles(database.query, row.id)).map(presentLessonFile)
  if (row.type !== 'video') return { ...presentStaffLesson(row, { text: 'as written' }), files }
  const captions = await listCaptionLanguages(database.query, row.id)
  const shown = { ...presentStaffLesson(row, { text: 'as written' }), files, captions }
  return row.mediaId === null ? shown : { ...shown, videoUrl: await videoUrl({ ...key, viewerId: staff.id }) }
}
