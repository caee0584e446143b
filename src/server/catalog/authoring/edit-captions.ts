import { and, count, eq, ne } from 'drizzle-orm'
import { captionMessages } from '#contract/catalog/captions.ts'
import type { AuthoringDeps } from './deps.ts'
import {
  findOwnLesson,
  lessonCaptions,
  maximumLanguages,
  ofLanguage,
  readCaptionFile,
  type CaptionsKey,
} from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'

/** Saves captions from a file. */
export async function saveCaptions(
  { database, cacheTags, clock, audit }: AuthoringDeps,
  staff: Viewer,
  { file, lang, ...key }: CaptionsKey & { file: File },
): Promise<{ outcome: 'saved'; cues: number } | Refusal<'not-found' | 'not-a-video'> | InvalidInput> {
  if (!(await findOwnLesson(database.query, staff, key, 'edit'))) return refused('not-found')
  const parsed = await readCaptionFile(staff.id, {
    bytes: new Uint8Array(await file.arrayBuffer()),
    fileName: file.name,
  })
  if (parsed.outcome === 'rejected') return invalidInput({ file: parsed.message })
  return database.transaction(async (tx) => {
    const lesson = await findOwnLesson(tx, staff, key, 'edit', { lock: true })
    if (!lesson) return refused('not-found')
    if (lesson.type !== 'video') return refused('not-a-video')
    const isOther = and(eq(lessonCaptions.lessonId, lesson.id), ne(lessonCaptions.lang, lang))
    const [others] = await tx.select({ count: count() }).from(lessonCaptions).where(isOther)
    if ((others?.count ?? 0) >= maximumLanguages) return invalidInput({ file: captionMessages.tooManyLanguages })
    const values = { vtt: parsed.vtt, updatedAt: clock.now() }
    await tx
      .insert(lessonCaptions)
      .values({ lessonId: lesson.id, lang, ...values })
      .onConflictDoUpdate({ target: [lessonCaptions.lessonId, lessonCaptions.lang], set: values })
    const details = { title: lesson.title, courseId: key.courseId, lang, cues: parsed.cues }
    await audit.record(tx, {
      actorId: staff.id,
      action: 'captions.saved',
      subjectId: lesson.id,
      details,
    })
    await cacheTags.invalidate(tx, [`course:${key.courseId}`])
    return { outcome: 'saved', cues: parsed.cues }
  })
}

export async function deleteCaptions(
  { database, cacheTags, audit }: AuthoringDeps,
  staff: Viewer,
  { lang, ...key }: CaptionsKey,
) {
  return database.transaction(async (tx) => {
    const lesson = await findOwnLesson(tx, staff, key, 'edit', { lock: true })
    if (!lesson) return refused('not-found')
    const deleted = await tx
      .delete(lessonCaptions)
      .where(ofLanguage({ lessonId: key.lessonId, lang }))
      .returning({ lang: lessonCaptions.lang })
    if (deleted.length === 0) return refused('not-found')
    const details = { title: lesson.title, courseId: key.courseId, lang }
    await audit.record(tx, {
      actorId: staff.id,
      action: 'captions.deleted',
      subjectId: lesson.id,
      details,
    })
    await cacheTags.invalidate(tx, [`course:${key.courseId}`])
    return { outcome: 'deleted' as const }
  })
}
