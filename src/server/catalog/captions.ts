import { and, asc, eq } from 'drizzle-orm'
import type { CatalogDeps } from './deps.ts'
import type { LessonKey } from '#server/catalog/outline/find-lesson.ts'
import { lessonCaptions } from './tables.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'

export const maximumLanguages = 20

export type CaptionsKey = LessonKey & { lang: string }

export const ofLanguage = ({ lessonId, lang }: Pick<CaptionsKey, 'lessonId' | 'lang'>) =>
  and(eq(lessonCaptions.lessonId, lessonId), eq(lessonCaptions.lang, lang))

/** The captions of a lesson as WebVTT; null without any in this language. */
export async function findCaptions(
  queryable: Queryable,
  key: Pick<CaptionsKey, 'lessonId' | 'lang'>,
): Promise<string | null> {
  const [row] = await queryable.select({ vtt: lessonCaptions.vtt }).from(lessonCaptions).where(ofLanguage(key))
  return row?.vtt ?? null
}

/** The languages in which a lesson has captions. */
export async function listCaptionLanguages(queryable: Queryable, lessonId: string): Promise<string[]> {
  const rows = await queryable
    .select({ lang: lessonCaptions.lang })
    .from(lessonCaptions)
    .where(eq(lessonCaptions.lessonId, lessonId))
    .orderBy(asc(lessonCaptions.lang))
    .limit(maximumLanguages)
  return rows.map(({ lang }) => lang)
}

/** Adds captions to a lesson without any. */
export async function addCaptions(
  tx: Tx,
  { clock }: CatalogDeps,
  { lessonId, captions }: { lessonId: string; captions: readonly { lang: string; vtt: string }[] },
): Promise<void> {
  const updatedAt = clock.now()
  if (captions.length > 0)
    await tx.insert(lessonCaptions).values(captions.map((caption) => ({ ...caption, lessonId, updatedAt })))
}

export async function copyCaptions(tx: Tx, fromLessonId: string, toLessonId: string): Promise<void> {
  const rows = await tx.select().from(lessonCaptions).where(eq(lessonCaptions.lessonId, fromLessonId))
  if (rows.length > 0) await tx.insert(lessonCaptions).values(rows.map((row) => ({ ...row, lessonId: toLessonId })))
}
