import type { ImportedItem } from '#contract/moving/course-format.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import type { CourseFiles } from '#server/moving/course-files.ts'
import type { Importer } from './lesson-kind.ts'
import { storeAttachments } from '#server/moving/attachments.ts'
import { courseFile, type Mistake, type Mistakes } from './mistakes.ts'
import { readCourse, type CourseSource, type ForeignSource } from './read-course.ts'
import {
  checkPublishable,
  prepareCourse,
  prepareFiles,
  storeCourse,
  storePictures,
  type StoreDeps,
} from './store-course.ts'

type ImportSummary = {
  /** Null when it was only checked. */ courseId: string | null
  title: string
  chapters: number
  lessons: number
  pictures: number
  /** Titles of the lessons without their video. */
  missingVideos?: string[]
  unused: string[]
  /** Set for an archive from another platform. */
  report?: ImportedItem[]
  /** Essays in its quizzes. */
  essays?: number
}
export type ImportOutcome = { outcome: 'done'; summary: ImportSummary } | { outcome: 'mistakes'; mistakes: Mistake[] }

export type ImportOptions = {
  /** The instructor of the new course. */
  importer: Importer
  /** For the audit log; null for the operator. */
  actorId: string | null
  shouldPublish: boolean
  /** Stores nothing. */
  isDryRun: boolean
  foreign?: ForeignSource | null
  /** Called in the transaction that stores the course. */
  onStored?: (tx: Tx, courseId: string) => Promise<void>
}

/** Imports a course from files that were read; with a mistake, nothing is stored. */
export async function importFiles(
  deps: StoreDeps & { database: Database },
  {
    files,
    mistakes,
    importer,
    actorId,
    shouldPublish,
    isDryRun,
    foreign,
    onStored,
  }: ImportOptions & { files: CourseFiles; mistakes: Mistakes },
): Promise<ImportOutcome> {
  const source = mistakes.list().length === 0 ? await readCourse(files, mistakes, foreign) : null
  const prepared = source && (await prepareCourse(deps, { source, importer, mistakes, foreign }))
  if (prepared && shouldPublish) checkPublishable(prepared, mistakes)
  if (!prepared || mistakes.list().length > 0) return { outcome: 'mistakes', mistakes: mistakes.list() }
  const lessons = prepared.source.groups.flatMap((group) => group.lessons)
  const missingVideos = lessons.filter(({ source: lesson }) => lesson.isVideoMissing?.()).map(({ title }) => title)
  const summary = {
    ...summaryOf(prepared.source),
    pictures: prepared.images.size,
    ...(missingVideos.length > 0 && { missingVideos }),
  }
  if (isDryRun) return { outcome: 'done', summary: { courseId: null, ...summary } }
  const attachments = await storeAttachments(
    deps.media,
    files,
    lessons.flatMap((lesson) => lesson.attachments),
    importer.id,
  )
  let hasRoom = attachments !== null
  for (const { source: lesson } of lessons) hasRoom = hasRoom && (await lesson.storeFiles?.(deps, importer)) !== false
  if (!attachments || !hasRoom) {
    mistakes.report(foreign ? 'arsip' : courseFile, 1, 'Ruang penyimpanan server sedang penuh. Coba lagi nanti')
    return { outcome: 'mistakes', mistakes: mistakes.list() }
  }
  const pictures = await storePictures(deps, prepared, importer.id)
  const courseId = await deps.database.transaction(async (tx) => {
    const id = await storeCourse(tx, deps, { prepared, importer, actorId, shouldPublish, attachments, pictures })
    await onStored?.(tx, id)
    return id
  })
  return { outcome: 'done', summary: { courseId, ...summary } }
}

/** Checks what needs no database: neither the category nor uploaded videos. Null with a mistake. */
export async function checkFiles(
  files: CourseFiles,
  mistakes: Mistakes,
  { shouldPublish, foreign }: Pick<ImportOptions, 'shouldPublish' | 'foreign'>,
): Promise<CourseSource | null> {
  const source = mistakes.list().length === 0 ? await readCourse(files, mistakes, foreign) : null
  if (!source) return null
  await prepareFiles(source, mistakes, foreign)
  if (shouldPublish) checkPublishable({ source, categoryId: null }, mistakes)
  return mistakes.list().length === 0 ? source : null
}

const summaryOf = ({ fields, groups, unused }: CourseSource) => ({
  title: fields.title,
  chapters: groups.filter(({ chapter }) => chapter !== null).length,
  lessons: groups.reduce((sum, { lessons }) => sum + lessons.length, 0),
  unused,
})
