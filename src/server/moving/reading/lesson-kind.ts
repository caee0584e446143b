import type { Assessment } from '#server/assessment/index.ts'
import type { Exercises } from '#server/exercises/index.ts'
import type { Catalog, LessonRow, NewLessonBody } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findName } from '#server/platform/file-names.ts'
import type { Media } from '#server/platform/media/index.ts'
import type { CourseFiles, FileToWrite } from '#server/moving/course-files.ts'
import { courseFile, type Mistakes } from './mistakes.ts'
import type { PictureRef, StoredPictures } from '#server/moving/pictures.ts'

/** Needed to store lessons. */
export type LessonDeps = {
  catalog: Pick<Catalog, 'addCaptions' | 'usesVideo'>
  assessment: Pick<Assessment, 'addQuiz' | 'addAssignment'>
  exercises: Pick<Exercises, 'addExercise'>
  media: Pick<Media, 'addVideo' | 'findByChecksum' | 'hold' | 'inspect'>
}

export type WriteDeps = { catalog: Catalog; assessment: Assessment; exercises: Exercises; media: Media }

/** Who imports: courses, and videos of other instructors, are seen with these rights. */
export type Importer = { id: string; role: string }

export type LessonToRead = {
  files: CourseFiles
  /** The lesson in `course.yaml`, with the fields of its kind unchecked. */
  fields: Readonly<Record<string, unknown>>
  /** A draft may lack its body. */
  isDraft: boolean
  /** The line of a field in `course.yaml`. */
  lineOf: (...path: string[]) => number
  mistakes: Mistakes
  /** False, with a mistake reported, for a file that another lesson has: every text is read once. */
  claim: (path: string, field: string) => boolean
}

type LessonToStore = { lessonId: string; importer: Importer; pictures: StoredPictures }

/** A lesson as it was read, with everything that storing it needs. */
export type LessonSource = {
  pictures: readonly PictureRef[]
  /** The files that it uses. */
  files: readonly string[]
  /** Reports what only this installation knows, before anything is stored. */
  check?: (deps: LessonDeps, importer: Importer) => Promise<void>
  /** Stores files before the transaction that refers to them; false when the disk is almost full. */
  storeFiles?: (deps: LessonDeps, importer: Importer) => Promise<boolean>
  /** True for a video that is neither among the files nor here. Known after `check`. */
  isVideoMissing?: () => boolean
  body: (pictures: StoredPictures) => NewLessonBody
  /** Stores what is beside the lesson itself. */
  store?: (tx: Tx, deps: LessonDeps, lesson: LessonToStore) => Promise<void>
}

/** Adds files to an export. `stem` is the name of this lesson's files. */
export type LessonWriter = {
  stem: string
  viewer: Viewer
  addText: (path: string, text: string) => string
  addFile: (path: string, read: FileToWrite['read']) => string
  /** Says what is not in the export because its bytes are gone. */
  leaveOut: (what: string) => void
  /** The path of an uploaded video in the export; it is added unless the videos before it take all the space for videos. */
  addVideo: (id: string, path: string, bytes: number) => string
  /** Looks up the pictures that a text mentions, for the two calls below. */
  loadPictures: (text: string) => Promise<void>
  /** The path of an uploaded picture in the export, by its file name; null when it does not exist any more. */
  addPicture: (name: string) => string | null
  /** HTML with the paths of its pictures in the export. */
  withPaths: (html: string) => string
}

/** One kind of lesson. A further one is a file in this folder and an entry in `lesson-kinds.ts`. */
export type LessonKind = {
  /** The field of `course.yaml` that says which kind a lesson is: every lesson has exactly one of them. */
  field: string
  /** Fields that may be beside it. */
  otherFields: readonly string[]
  mayBePreview: boolean
  /** Asked for lessons of its type only. */
  matches: (lesson: LessonRow) => boolean
  /** Null, with mistakes reported, for a lesson that cannot be read. */
  read: (lesson: LessonToRead) => Promise<LessonSource | null>
  /** The fields of the lesson in `course.yaml`. */
  write: (lesson: LessonRow, writer: LessonWriter, deps: WriteDeps) => Promise<Record<string, unknown>>
}

/** The file that a field names; null, with a mistake reported, without one. */
export function fileOf({ files, fields, lineOf, mistakes, claim }: LessonToRead, field: string): string | null {
  const named = fields[field]
  const path = typeof named === 'string' ? findName(files, named) : null
  if (typeof named !== 'string') mistakes.report(courseFile, lineOf(field), `${field}: isi nama berkas`)
  else if (path === null) mistakes.report(courseFile, lineOf(field), `Berkas "${named.slice(0, 200)}" tidak ada`)
  else if (claim(path, field)) return path
  return null
}
