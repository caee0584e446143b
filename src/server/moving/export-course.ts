import type { CourseCertificate } from '#contract/catalog/course-certificate.ts'
import { slugOf } from '#contract/kit/text/slug.ts'
import { uuidPattern } from '#contract/kit/uuid.ts'
import { enrolmentOf, findOwnCourse, listLessons, type LessonRow, type ChapterRow } from '#server/catalog/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { replacePictures, type CleanHtml } from '#server/platform/rich-text/index.ts'
import { limits, type FileToWrite } from './course-files.ts'
import { courseFile } from './reading/mistakes.ts'
import type { LessonWriter, WriteDeps } from './reading/lesson-kind.ts'
import { kindOf } from './reading/lesson-kinds.ts'
import type { Uploads } from '#server/platform/media/index.ts'
import { writeAttachments } from './attachments.ts'
import { writeZip } from './write-zip.ts'

const mentioned = new RegExp(String.raw`(${uuidPattern})(?:-\d{2,4})?\.webp`, 'g')
const uploadName = new RegExp(String.raw`^(?:/uploads/)?(${uuidPattern})(?:-\d{2,4})?\.webp$`)
const nameOf = (title: string): string => slugOf(title, { maximum: 40, fallback: 'materi' })

export type ExportDeps = WriteDeps & { uploads: Uploads; database: Database }

type Size = { width: number; height: number }
type Pictures = {
  /** Looks up the pictures that a text mentions; only those can be added. */
  load: (text: string) => Promise<void>
  add: (name: string, stem: string) => string | null
  sizeOf: (name: string) => Size | undefined
  files: FileToWrite[]
}

/** Paths of pictures in the order in which they are added; a picture that is used again keeps its path. */
function pictureList({ uploads }: ExportDeps): Pictures {
  const sizes = new Map<string, Size>()
  const paths = new Map<string, string>()
  const counts = new Map<string, number>()
  const files: FileToWrite[] = []
  return {
    files,
    async load(text) {
      const ids = [...new Set([...text.matchAll(mentioned)].map(([, id = '']) => id))].filter((id) => !sizes.has(id))
      for (const [id, size] of await uploads.findSizes(ids)) sizes.set(id, size)
    },
    sizeOf: (name) => sizes.get(uploadName.exec(name)?.[1] ?? ''),
    add(name, stem) {
      const id = uploadName.exec(name)?.[1]
      if (!id || !sizes.has(id)) return null
      const known = paths.get(id)
      if (known) return known
      const number = (counts.get(stem) ?? 0) + 1
      counts.set(stem, number)
      const path = `images/${stem}-${number}.webp`
      paths.set(id, path)
      files.push({ path, read: async () => (await uploads.read(`${id}.webp`)) ?? new Uint8Array() })
      return path
    },
  }
}

/** Streamed when their turn comes. A video that is used again keeps its path. */
function videoList({ media }: ExportDeps, add: (file: FileToWrite) => void): LessonWriter['addVideo'] {
  const paths = new Map<string, string>()
  let left: number = limits.videoBytes
  return (id, path, bytes) => {
    const known = paths.get(id)
    if (known !== undefined) return known
    paths.set(id, path)
    if (bytes > left) return path
    left -= bytes
    add({ path, read: async () => (await media.read(id, { start: 0, end: bytes - 1 })) ?? new Uint8Array() })
    return path
  }
}

/** Without a picture that is gone, and without a size that is the picture's own. */
const pathsIn = (pictures: Pictures, number: string) => (html: string) =>
  replacePictures(html as CleanHtml, ({ src = '', width, height, ...others }) => {
    const path = pictures.add(src, number)
    if (path === null) return null
    const own = pictures.sizeOf(src)
    const isOwn =
      own && (width ?? String(own.width)) === String(own.width) && (height ?? String(own.height)) === String(own.height)
    return { src: path, ...others, ...(isOwn ? {} : { ...(width ? { width } : {}), ...(height ? { height } : {}) }) }
  })

type CourseExport = { fileName: string; chunks: AsyncIterable<Uint8Array> }

/** A course as a zip, with nothing of its students; null for a course that this staff member may not change. */
export async function exportCourse(deps: ExportDeps, viewer: Viewer, courseId: string): Promise<CourseExport | null> {
  const { query } = deps.database
  const course = await findOwnCourse(query, viewer, courseId, 'edit')
  if (!course) return null
  const [chapters, contents] = [await deps.catalog.listChapters(courseId), await listLessons(query, courseId)]
  const pictures = pictureList(deps)
  const files: FileToWrite[] = []
  const leftOut: string[] = []
  const addVideo = videoList(deps, (file) => files.push(file))
  const addText = (path: string, text: string): string => {
    files.push({ path, read: async () => Buffer.from(text) })
    return path
  }
  await pictures.load(course.thumbnail ?? '')
  const cover = course.thumbnail === null ? null : pictures.add(course.thumbnail, 'cover')
  await pictures.load(course.certificate.signers.map(({ signature }) => signature ?? '').join(' '))
  const certificate = describeCertificate(course.certificate, (name) => pictures.add(name, 'signature'))
  const lessons = new Map<string, Record<string, unknown>>()
  for (const [index, lesson] of contents.entries()) {
    const number = String(index + 1).padStart(contents.length > 99 ? 4 : 2, '0')
    const writer: LessonWriter = {
      stem: `${number}-${nameOf(lesson.title)}`,
      viewer,
      addText,
      addFile: (path, read) => {
        files.push({ path, read })
        return path
      },
      addVideo,
      leaveOut: (what) => leftOut.push(what),
      loadPictures: pictures.load,
      addPicture: (name) => pictures.add(name, number),
      withPaths: pathsIn(pictures, number),
    }
    lessons.set(lesson.id, await writeLesson(lesson, writer, deps))
  }
  // An import takes no notice of it.
  if (leftOut.length > 0)
    addText('README.txt', `Tidak ikut, karena berkasnya tidak ada lagi di server:\n${leftOut.join('\n')}\n`)
  const { title, tagline, description, level, category, priceIdr, discountPercent, pace, learn } = course
  const yaml = {
    format: 1,
    title,
    ...(tagline && { tagline }),
    ...(description && { description }),
    level,
    ...(category && { category: category.name }),
    ...(priceIdr !== null && { price: priceIdr }),
    ...(discountPercent > 0 && { discount: discountPercent }),
    ...(pace !== 'free' && { pace }),
    ...(enrolmentOf(course) === 'cohorts' && { enrolment: 'cohorts' }),
    ...(certificate && { certificate }),
    ...(cover && { cover }),
    ...(learn.length > 0 && { learn }),
    ...outlineOf(chapters, contents, lessons),
  }
  const { stringify } = await import('yaml')
  const head = { path: courseFile, read: async () => Buffer.from(stringify(yaml, { lineWidth: 0 })) }
  return { fileName: `${nameOf(title)}.zip`, chunks: writeZip([head, ...files, ...pictures.files]) }
}

/** Only what it says; null where it says nothing. */
function describeCertificate(
  { signers, hours, competences }: CourseCertificate,
  addPicture: (name: string) => string | null,
): Record<string, unknown> | null {
  const said = {
    ...(hours === null ? {} : { hours }),
    ...(competences.length > 0 ? { competences } : {}),
    ...(signers.length > 0
      ? {
          signers: signers.map(({ name, title, signature }) => {
            const picture = signature ? addPicture(signature) : null
            return { name, title, ...(picture ? { signature: picture } : {}) }
          }),
        }
      : {}),
  }
  return Object.keys(said).length > 0 ? said : null
}

async function writeLesson(
  lesson: LessonRow,
  writer: LessonWriter,
  deps: ExportDeps,
): Promise<Record<string, unknown>> {
  const kind = kindOf(lesson)
  if (!kind) throw new Error(`Lessons of the type ${lesson.type} have no form in a course file`)
  return {
    title: lesson.title,
    ...(lesson.isPreview ? { preview: true } : {}),
    ...(lesson.status === 'draft' ? { draft: true } : {}),
    ...(await kind.write(lesson, writer, deps)),
    ...(await writeAttachments(deps, lesson, writer)),
  }
}

function outlineOf(
  chapters: readonly ChapterRow[],
  contents: readonly LessonRow[],
  lessons: ReadonlyMap<string, Record<string, unknown>>,
) {
  const of = (chapterId: string | null) =>
    contents.filter((lesson) => lesson.chapterId === chapterId).map(({ id }) => lessons.get(id))
  const first = of(null)
  const written = chapters.map(({ id, title, dripDays }) => {
    const own = of(id)
    return { title, ...(dripDays > 0 ? { opensAfterDays: dripDays } : {}), ...(own.length > 0 ? { lessons: own } : {}) }
  })
  return { ...(first.length > 0 ? { lessons: first } : {}), ...(written.length > 0 ? { chapters: written } : {}) }
}
