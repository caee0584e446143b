import { article } from './article.ts'
import { assignment } from './assignment.ts'
import { exercise } from './exercise.ts'
import type { LessonKind } from './lesson-kind.ts'
import { quiz } from './quiz.ts'
import { uploadedVideo } from './uploaded-video.ts'
import { youtube } from './youtube.ts'

export const lessonKinds: readonly LessonKind[] = [article, youtube, uploadedVideo, quiz, assignment, exercise]
