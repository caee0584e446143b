import { setImmediate } from 'node:timers/promises'
import { publishableCourse } from '#contract/catalog/course-input.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import {
  encodeUnlessEncoded,
  type EncodedImage,
  type Received,
  type Uploads,
  type Media,
} from '#server/platform/media/index.ts'
import { checkAttachments, type StoredAttachments } from '#server/moving/attachments.ts'
import { limits } from '#server/moving/course-files.ts'
import type { Importer, LessonDeps } from './lesson-kind.ts'
import { courseFile, type Mistakes } from './mistakes.ts'
import type { PictureRef } from '#server/moving/pictures.ts'
import type { CourseSource, ForeignSource } from './read-course.ts'

export type StoreDeps = LessonDeps & {
  catalog: Pick<Catalog, 'listCategories' | 'createCourse' | 'addChapter' | 'addLessons' | 'addLessonFiles'>
  media: Pick<Media, 'addDocument'>
  uploads: Uploads
  audit: Audit
}

/** A course that can be stored. */
export type PreparedCourse = {
  source: CourseSource
  categoryId: string | null
  images: ReadonlyMap<string, EncodedImage>
}

/**
 * Checks what only this installation knows, and reads the pictures. Reports mistakes; what is returned can be stored when there are none.
 * Slow, so it runs before a database transaction is opened.
 */
export async function prepareCourse(
  deps: StoreDeps,
  {
    source,
    importer,
    mistakes,
    foreign,
  }: {
    source: CourseSource
    importer: Importer
    mistakes: Mistakes
    foreign?: ForeignSource | null | undefined
  },
): Promise<PreparedCourse> {
  for (const { source: lesson } of source.groups.flatMap((group) => group.lessons)) await lesson.check?.(deps, importer)
  const images = await prepareFiles(source, mistakes, foreign)
  return { source, categoryId: await findCategory(deps, source, mistakes), images }
}

/** The part that needs no database: checks the files of lessons, and reads the pictures. */
export async function prepareFiles(
  source: CourseSource,
  mistakes: Mistakes,
  foreign?: ForeignSource | null,
): Promise<PreparedCourse['images']> {
  const lessons = source.groups.flatMap((group) => group.lessons)
  await checkAttachments(
    source.files,
    lessons.flatMap(({ attachments }) => attachments),
    mistakes,
  )
  const images = new Map<string, EncodedImage>()
  const articlePictures = lessons.flatMap(({ source: lesson }) => lesson.pictures)
  const signatures = source.signatures.filter((picture) => picture !== null)
  const pictures = [...(source.cover ? [source.cover] : []), ...signatures, ...articlePictures]
  if (new Set(pictures.map(({ path }) => path)).size > limits.pictures)
    mistakes.report(courseFile, 1, `Satu kelas memuat paling banyak ${limits.pictures} gambar`)
  else {
    const received = await receive(source, pictures)
    // In the order of the course, whichever was encoded first.
    for (const picture of pictures) {
      const key = keyOf(kindOf(source, picture), picture)
      const found = received.get(key)
      if (found?.outcome === 'encoded') images.set(key, found.image)
      else if (found && foreign) {
        const lesson = lessons.find((one) => one.source.pictures.includes(picture))
        foreign.leaveOut(lesson?.title ?? '', 'part', `gambar dilepas: ${found.message}`)
      } else if (found) mistakes.report(picture.file, picture.line, `Gambar "${picture.path}": ${found.message}`)
    }
  }
  return images
}

const kindOf = ({ cover }: CourseSource, picture: PictureRef) =>
  picture === cover ? ('thumbnail' as const) : ('article' as const)
const keyOf = (kind: 'thumbnail' | 'article', { path }: PictureRef): string => `${kind} ${path}`

/** As many as there are workers: a picture of somebody else waits for one of these at most. */
const encodedAtOnce = 2

/** Each picture once. */
async function receive(source: CourseSource, pictures: readonly PictureRef[]): Promise<Map<string, Received>> {
  const received = new Map<string, Received>()
  const left = new Map(pictures.map((picture) => [keyOf(kindOf(source, picture), picture), picture])).entries()
  async function receiveNext(): Promise<void> {
    for (const [key, picture] of left)
      received.set(
        key,
        await encodeUnlessEncoded(source.files.get(picture.path) ?? Buffer.alloc(0), kindOf(source, picture)),
      )
  }
  await Promise.all(Array.from({ length: encodedAtOnce }, receiveNext))
  return received
}

/** The category with this name or slug; null in a course without one. */
async function findCategory(
  { catalog }: StoreDeps,
  { category, lineOf }: CourseSource,
  mistakes: Mistakes,
): Promise<string | null> {
  if (category === null) return null
  const all = await catalog.listCategories()
  const wanted = category.trim().toLowerCase()
  const found = all.find(
    ({ name }) => name.toLowerCase() === wanted || name.toLowerCase().replaceAll(/\s+/g, '-') === wanted,
  )
  if (!found)
    mistakes.report(
      courseFile,
      lineOf(['category']),
      `Kategori "${category.slice(0, 100)}" tidak ada di situs ini. Yang ada: ${all.map(({ name }) => name).join(', ')}`,
    )
  return found?.id ?? null
}

/** Reports what a course needs before it can be published. */
export function checkPublishable(
  { source, categoryId }: Pick<PreparedCourse, 'source' | 'categoryId'>,
  mistakes: Mistakes,
): void {
  const { fields, groups, lineOf } = source
  const contents = groups.reduce(
    (sum, { lessons }) => sum + lessons.filter(({ status }) => status === 'published').length,
    0,
  )
  // A category that does not exist was reported already.
  const parsed = publishableCourse.safeParse({
    ...fields,
    categoryId: categoryId ?? source.category ?? undefined,
    contents,
  })
  if (parsed.success) return
  const names: Record<string, string> = { levels: 'level', categoryId: 'category', contents: 'lessons' }
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '')
    mistakes.report(courseFile, lineOf([names[field] ?? field]), message)
  }
}

type PicturesByKey = ReadonlyMap<string, { name: string; width: number; height: number }>

/** Stores pictures one by one, before the transaction that refers to them. Without it, the job deletes them as unused. */
export async function storePictures(
  { uploads }: Pick<StoreDeps, 'uploads'>,
  { images }: PreparedCourse,
  createdBy: string,
): Promise<PicturesByKey> {
  const stored = new Map<string, { name: string; width: number; height: number }>()
  for (const [key, image] of images) {
    // Other requests are served between two pictures, also where the database works in this process.
    await setImmediate()
    stored.set(key, { name: await uploads.storeNow(image, createdBy), width: image.width, height: image.height })
  }
  return stored
}

type Options = {
  prepared: PreparedCourse
  importer: Importer
  /** Null for the operator. */
  actorId: string | null
  shouldPublish: boolean
  attachments: StoredAttachments
  pictures: PicturesByKey
}

/** Stores a prepared course with its lessons, and returns its id. */
export async function storeCourse(
  tx: Tx,
  deps: StoreDeps,
  { prepared, importer, actorId, shouldPublish, attachments, pictures: stored }: Options,
): Promise<string> {
  const { catalog } = deps
  const { source, categoryId } = prepared
  const { fields, cover, signatures, groups } = source
  const coverName = cover && stored.get(keyOf('thumbnail', cover))?.name
  const pictures = new Map(
    [...stored].flatMap(([key, picture]) =>
      key.startsWith('article ') ? [[key.slice('article '.length), picture] as const] : [],
    ),
  )
  const urlOf = (picture: PictureRef | null | undefined) => {
    const name = picture && pictures.get(picture.path)?.name
    return name ? `/uploads/${name}` : null
  }
  const certificate = fields.certificate && {
    ...fields.certificate,
    signers: fields.certificate.signers.map((signer, index) => ({ ...signer, signature: urlOf(signatures[index]) })),
  }
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
    enrolment: fields.enrolment,
    certificate,
    instructorId: importer.id,
    thumbnail: coverName ?? null,
  })
  const placed = []
  for (const { chapter, lessons } of groups) {
    const chapterId = chapter && (await catalog.addChapter(tx, { courseId, ...chapter }))
    placed.push(...lessons.map((lesson) => ({ ...lesson, chapterId })))
  }
  const lessonIds = await catalog.addLessons(tx, {
    courseId,
    lessons: placed.map(({ chapterId, title, isPreview, status, source: lesson }) => ({
      chapterId,
      title,
      isPreview,
      status,
      ...lesson.body(pictures),
    })),
  })
  for (const [index, { source: lesson, attachments: named }] of placed.entries()) {
    const lessonId = lessonIds[index]
    if (lessonId === undefined) throw new Error('A lesson was not stored')
    await catalog.addLessonFiles(tx, {
      key: { courseId, lessonId },
      files: named.flatMap(({ path }) => attachments.get(path) ?? []),
    })
    await lesson.store?.(tx, deps, { lessonId, importer, pictures })
  }
  await deps.audit.record(tx, {
    actorId,
    action: 'course.imported',
    subjectId: courseId,
    details: { title: fields.title },
  })
  return courseId
}
