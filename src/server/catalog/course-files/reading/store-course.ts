import { publishableCourse } from '#contract/catalog/course-input.ts'
import type { Audit } from '#server/platform/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { EncodedImage, Uploads } from '#server/platform/uploads/index.ts'
import type { Media } from '#server/platform/media/index.ts'
import { checkAttachments, type StoredAttachments } from '#server/catalog/course-files/attachments.ts'
import { limits } from '#server/catalog/course-files/course-files.ts'
import type { Importer, LessonDeps } from '#server/catalog/course-files/lessons/kind.ts'
import { courseFile, type Mistakes } from './mistakes.ts'
import type { PictureRef } from '#server/catalog/course-files/pictures.ts'
import type { CourseSource } from './read-course.ts'

export type StoreDeps = LessonDeps & {
  catalog: Pick<Catalog, 'listCategories' | 'createCourse' | 'addChapter' | 'addLesson' | 'addLessonFiles'>
  media: Pick<Media, 'addDocument'>
  uploads: Uploads
  audit: Audit
}

/** A course that can be stored. */
export type PreparedCourse = { source: CourseSource; categoryId: string | null; images: ReadonlyMap<string, EncodedImage> }

/**
 * Checks what only this installation knows, and reads the pictures. Reports mistakes; what is returned can be stored when there are none.
 * Slow, so it runs before a database transaction is opened.
 */
export async function prepareCourse(deps: StoreDeps, source: CourseSource, importer: Importer, mistakes: Mistakes): Promise<PreparedCourse> {
  const lessons = source.groups.flatMap((group) => group.lessons)
  for (const { source: lesson } of lessons) await lesson.check?.(deps, importer)
  await checkAttachments(
    source.files,
    lessons.flatMap(({ attachments }) => attachments),
    mistakes,
  )
  const images = new Map<string, EncodedImage>()
  const articlePictures = lessons.flatMap(({ source: lesson }) => lesson.pictures)
  const pictures = [...(source.cover ? [source.cover] : []), ...articlePictures]
  if (new Set(pictures.map(({ path }) => path)).size > limits.pictures)
    mistakes.report(courseFile, 1, `Satu kelas memuat paling banyak ${limits.pictures} gambar`)
  else {
    for (const picture of pictures) {
      const kind = picture === source.cover ? 'thumbnail' : 'article'
      const image = images.has(keyOf(kind, picture)) ? null : await encode(deps, source, picture, kind, mistakes)
      if (image) images.set(keyOf(kind, picture), image)
    }
  }
  return { source, categoryId: await findCategory(deps, source, mistakes), images }
}

const keyOf = (kind: 'thumbnail' | 'article', { path }: PictureRef): string => `${kind} ${path}`

async function encode({ uploads }: StoreDeps, { files }: CourseSource, { path, file, line }: PictureRef, kind: 'thumbnail' | 'article', mistakes: Mistakes) {
  const received = await uploads.receiveUnchanged(files.get(path) ?? Buffer.alloc(0), kind)
  if (received.outcome === 'encoded') return received.image
  mistakes.report(file, line, `Gambar "${path}": ${received.message}`)
  return null
}

/** The category with this name or slug; null in a course without one. */
async function findCategory({ catalog }: StoreDeps, { category, lineOf }: CourseSource, mistakes: Mistakes): Promise<string | null> {
  if (category === null) return null
  const all = await catalog.listCategories()
  const wanted = category.trim().toLowerCase()
  const found = all.find(({ name }) => name.toLowerCase() === wanted || name.toLowerCase().replaceAll(/\s+/g, '-') === wanted)
  if (!found)
    mistakes.report(
      courseFile,
      lineOf(['category']),
      `Kategori "${category.slice(0, 100)}" tidak ada di situs ini. Yang ada: ${all.map(({ name }) => name).join(', ')}`,
    )
  return found?.id ?? null
}

/** Reports what a course needs before it can be published. */
export function checkPublishable({ source, categoryId }: PreparedCourse, mistakes: Mistakes): void {
  const { fields, groups, lineOf } = source
  const contents = groups.reduce((sum, { lessons }) => sum + lessons.length, 0)
  // A category that does not exist was reported already.
  const parsed = publishableCourse.safeParse({ ...fields, categoryId: categoryId ?? source.category ?? undefined, contents })
  if (parsed.success) return
  const names: Record<string, string> = { levels: 'level', categoryId: 'category', contents: 'lessons' }
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '')
    mistakes.report(courseFile, lineOf([names[field] ?? field]), message)
  }
}

type Options = { importer: Importer; /** Null for the operator. */ actorId: string | null; shouldPublish: boolean; attachments: StoredAttachments }

/** Stores a prepared course with its lessons and pictures, and returns its id. */
export async function storeCourse(
  tx: Tx,
  deps: StoreDeps,
  { source, categoryId, images }: PreparedCourse,
  { importer, actorId, shouldPublish, attachments }: Options,
): Promise<string> {
  const { catalog, uploads } = deps
  const { fields, cover, groups } = source
  const stored = new Map<string, { name: string; width: number; height: number }>()
  for (const [key, image] of images) stored.set(key, { name: await uploads.store(tx, image, importer.id), width: image.width, height: image.height })
  const coverName = cover && stored.get(keyOf('thumbnail', cover))?.name
  const pictures = new Map([...stored].flatMap(([key, picture]) => (key.startsWith('article ') ? [[key.slice('article '.length), picture] as const] : [])))
  const courseId = await catalog.createCourse(tx, {
    status: shouldPublish ? 'published' : 'draft',
    title: fields.title,
    tagline: fields.tagline ?? '',
    description: fields.description ?? '',
    learn: fields.learn ?? [],
    categoryId,
    level: fields.levels ?? 'Pemula',
    priceIdr: fields.price ?? null,
    discountPercent: fields.discount ?? 0,
    pace: fields.pace,
    instructorId: importer.id,
    thumbnail: coverName ?? null,
  })
  for (const { chapter, lessons } of groups) {
    const chapterId = chapter && (await catalog.addChapter(tx, { courseId, ...chapter }))
    for (const { title, isPreview, source: lesson, attachments: named } of lessons) {
      const lessonId = await catalog.addLesson(tx, { courseId, chapterId, title, isPreview, ...lesson.body(pictures) })
      await catalog.addLessonFiles(
        tx,
        { courseId, lessonId },
        named.flatMap(({ path }) => attachments.get(path) ?? []),
      )
      await lesson.store?.(tx, deps, { lessonId, importer, pictures })
    }
  }
  await deps.audit.record(tx, { actorId, action: 'course.imported', subjectKind: 'course', subjectId: courseId, details: { title: fields.title } })
  return courseId
}
