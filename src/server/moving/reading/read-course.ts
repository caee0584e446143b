import { setImmediate } from 'node:timers/promises'
import type { LessonStatus } from '#contract/catalog/course-rules.ts'
import { maximumChapters } from '#contract/catalog/course-chapters.ts'
import {
  chapterFieldNames,
  chapterSchema,
  lessonSchema,
  tooManyLessons,
  readCourseYaml,
  readDescription,
  readList,
  unknownField,
  type CourseFields,
  type LineOf,
  type ReadYaml,
} from './course-yaml.ts'
import { describeUndrawable } from '#server/catalog/index.ts'
import { readAttachments, type AttachmentRef } from '#server/moving/attachments.ts'
import { limits, readText, type CourseFiles } from '#server/moving/course-files.ts'
import type { LessonSource, LessonToRead } from './lesson-kind.ts'
import { lessonKinds } from './lesson-kinds.ts'
import { courseFile, mistakeList, type Mistakes } from './mistakes.ts'
import { findPicture, type PictureRef } from '#server/moving/pictures.ts'

type SourceLesson = {
  title: string
  isPreview: boolean
  status: LessonStatus
  source: LessonSource
  attachments: AttachmentRef[]
}
/** Lessons before the first chapter are in a group without one. */
type SourceGroup = { chapter: { title: string; dripDays: number } | null; lessons: SourceLesson[] }

/** A course as its files describe it. */
export type CourseSource = {
  files: CourseFiles
  fields: CourseFields
  category: string | null
  cover: PictureRef | null
  /** Pictures of those who sign the certificate, in their order. */
  signatures: readonly (PictureRef | null)[]
  groups: SourceGroup[]
  lineOf: LineOf
  /** Files that nothing refers to. */
  unused: string[]
}

/** A course of another platform. Nobody corrects its files, so what is wrong with a part of it is no mistake: that part is left out. */
export type ForeignSource = {
  /** Stands for the content of `course.yaml`. */
  course: Record<string, unknown>
  /** Tells what is left out of the lesson or course with this title, or that the lesson is left out itself, and why. */
  leaveOut: (title: string, what: 'lesson' | 'part' | 'course', reason: string) => void
}

async function readOwn(files: CourseFiles, mistakes: Mistakes): Promise<ReadYaml | null> {
  const text = readText(files, courseFile, mistakes)
  return text === null ? null : readCourseYaml(text, mistakes)
}

/** Reads a course from its files. With a mistake, what is returned is not complete; null where nothing can be read. */
export async function readCourse(
  files: CourseFiles,
  mistakes: Mistakes,
  foreign?: ForeignSource | null,
): Promise<CourseSource | null> {
  const read = foreign ? readDescription(foreign.course, () => 1, mistakes) : await readOwn(files, mistakes)
  if (!read) return null
  const { fields, lineOf } = read
  const groups: SourceGroup[] = []
  const described = groupsOf(read, mistakes)
  if (described.reduce((sum, { lessons }) => sum + lessons.length, 0) > limits.lessons) {
    mistakes.report(courseFile, 1, tooManyLessons)
    return null
  }
  const claim = claimFiles(files)
  for (const { chapter, lessons, path } of described) {
    const found: SourceLesson[] = []
    for (const [index, lesson] of lessons.entries()) {
      // Other requests are served between long articles.
      await setImmediate()
      const lineOfLesson = (...part: string[]) => lineOf([...path, index, ...part])
      const own = foreign ? mistakeList() : mistakes
      const source = await readLesson(lesson, {
        files,
        mistakes: own,
        lineOf: lineOfLesson,
        claim: (file, field) => claim(file, lineOfLesson(field), own),
      })
      const [fault] = foreign ? own.list() : []
      if (fault) foreign?.leaveOut(titleIn(lesson), 'lesson', fault.message)
      else if (source) found.push(source)
    }
    groups.push({ chapter, lessons: found })
  }
  const undrawable = await describeUndrawable(fields?.title ?? '')
  if (undrawable && foreign) foreign.leaveOut(fields?.title ?? '', 'course', undrawable)
  else if (undrawable) mistakes.report(courseFile, lineOf(['title']), undrawable)
  const line = lineOf(['cover'])
  const coverPath =
    read.cover === null ? null : findPicture({ files, file: courseFile, reference: read.cover, line, mistakes })
  const cover = coverPath === null ? null : { path: coverPath, file: courseFile, line }
  const signatures = read.signatures.map((reference, index): PictureRef | null => {
    const at = lineOf(['certificate', 'signers', index, 'signature'])
    const path = reference === null ? null : findPicture({ files, file: courseFile, reference, line: at, mistakes })
    return path === null ? null : { path, file: courseFile, line: at }
  })
  const undrawn = await findUndrawn(fields?.certificate)
  if (undrawn && !foreign) mistakes.report(courseFile, lineOf(['certificate']), undrawn)
  const sources = groups.flatMap(({ lessons }) => lessons.map(({ source }) => source))
  const attached = groups.flatMap(({ lessons }) =>
    lessons.flatMap(({ attachments }) => attachments.map(({ path }) => path)),
  )
  const used = new Set([
    courseFile,
    cover?.path,
    ...signatures.map((picture) => picture?.path),
    ...attached,
    ...sources.flatMap((source) => [...source.files, ...source.pictures.map(({ path }) => path)]),
  ])
  // Those of another platform were made for the import.
  const unused = (foreign ? [] : [...files.keys()])
    .filter((path) => !used.has(path) && !/(?:^|\/)README/i.test(path))
    .toSorted()
  return { files, fields: fields ?? { title: '' }, category: read.category, cover, signatures, groups, lineOf, unused }
}

/** Names letters of the certificate that no font has. */
const findUndrawn = async (certificate: CourseFields['certificate']): Promise<string | null> =>
  certificate
    ? describeUndrawable(
        [...certificate.signers.flatMap(({ name, title }) => [name, title]), ...certificate.competences].join(' '),
      )
    : null

/** Gives every file to one lesson, up to a total size. */
function claimFiles(files: CourseFiles) {
  const claimed = new Set<string>()
  let bytes = 0
  return (path: string, line: number, mistakes: Mistakes): boolean => {
    const isFree = !claimed.has(path)
    claimed.add(path)
    bytes += isFree ? (files.get(path)?.byteLength ?? 0) : 0
    if (!isFree) mistakes.report(courseFile, line, `Berkas "${path.slice(0, 200)}" sudah dipakai materi lain`)
    else if (bytes > limits.allTextBytes)
      mistakes.report(courseFile, 1, `Semua teks bersama-sama maksimal ${limits.allTextBytes / 1024 / 1024} MB`)
    return isFree && bytes <= limits.allTextBytes
  }
}

type YamlGroup = { chapter: SourceGroup['chapter']; lessons: readonly unknown[]; path: readonly PropertyKey[] }

function groupsOf({ lessons, chapters, lineOf }: ReadYaml, mistakes: Mistakes): YamlGroup[] {
  const groups: YamlGroup[] = lessons.length > 0 ? [{ chapter: null, lessons, path: ['lessons'] }] : []
  if (chapters.length > maximumChapters)
    mistakes.report(courseFile, lineOf(['chapters']), `Paling banyak ${maximumChapters} bab`)
  for (const [index, chapter] of chapters.slice(0, maximumChapters).entries()) {
    const reportAt = (path: readonly PropertyKey[], message: string) =>
      mistakes.report(courseFile, lineOf(['chapters', index, ...path]), message)
    const parsed = chapterSchema.safeParse(chapter)
    for (const { path, message } of parsed.error?.issues ?? []) reportAt(path, message)
    const fields = isFields(chapter) ? chapter : {}
    for (const name of Object.keys(fields))
      if (!chapterFieldNames.includes(name)) reportAt([name], unknownField(name, chapterFieldNames))
    const { title = '', opensAfterDays = 0 } = parsed.data ?? {}
    const own = readList(fields.lessons, (message) => reportAt(['lessons'], message))
    groups.push({ chapter: { title, dripDays: opensAfterDays }, lessons: own, path: ['chapters', index, 'lessons'] })
  }
  return groups
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const titleIn = (lesson: unknown): string => (isFields(lesson) ? String(lesson.title) : '')

type Reading = Omit<LessonToRead, 'fields' | 'isDraft'>

async function readLesson(lesson: unknown, { files, mistakes, lineOf, claim }: Reading): Promise<SourceLesson | null> {
  const parsed = lessonSchema.safeParse(lesson)
  for (const { path, message } of parsed.error?.issues ?? [])
    mistakes.report(courseFile, lineOf(...path.map(String)), message)
  if (!isFields(lesson)) return null
  const report = (field: string | null, message: string) =>
    mistakes.report(courseFile, field === null ? lineOf() : lineOf(field), message)
  const [kind, ...others] = lessonKinds.filter(({ field }) => field in lesson)
  if (!kind || others.length > 0) {
    report(null, `Materi ini perlu tepat satu dari: ${lessonKinds.map(({ field }) => field).join(', ')}`)
    return null
  }
  const known = ['title', 'preview', 'draft', 'files', kind.field, ...kind.otherFields]
  for (const field of Object.keys(lesson)) if (!known.includes(field)) report(field, unknownField(field, known))
  const { title = '', preview = false, draft = false, ...fields } = parsed.data ?? {}
  if (preview && !kind.mayBePreview) report('preview', 'Materi ini tidak bisa menjadi pratinjau')
  const attachments = readAttachments(lesson.files, { files, lineOf, mistakes })
  const source = await kind.read({ files, fields: { ...lesson, ...fields }, isDraft: draft, lineOf, mistakes, claim })
  return source && { title, isPreview: preview, status: draft ? 'draft' : 'published', source, attachments }
}
