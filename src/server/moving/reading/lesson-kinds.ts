import type { LessonRow } from '#server/catalog/index.ts'
import { article } from './article.ts'
import { assignment } from './assignment.ts'
import { exercise } from './exercise.ts'
import type { LessonKind } from './lesson-kind.ts'
import { quiz } from './quiz.ts'
import { uploadedVideo } from './uploaded-video.ts'
import { youtube } from './youtube.ts'

/** The kinds of each type of lessons. A type without one does not compile, because its lessons could not be exported. */
const kindsOfType: Record<LessonRow['type'], readonly [LessonKind, ...LessonKind[]]> = {
  text: [article],
  video: [youtube, uploadedVideo],
  quiz: [quiz],
  assignment: [assignment],
  code: [exercise],
}

export const lessonKinds: readonly LessonKind[] = Object.values(kindsOfType).flat()

/** The kind of a stored lesson; undefined only when the kinds of its type leave one out. */
export const kindOf = (lesson: LessonRow): LessonKind | undefined =>
  kindsOfType[lesson.type].find(({ matches }) => matches(lesson))
