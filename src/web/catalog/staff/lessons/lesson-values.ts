import type * as z from 'zod/mini'
import type { LessonType } from '#contract/catalog/catalog.ts'
import type { newLessonInput } from '#contract/catalog/lesson-input.ts'
import type { VideoSource } from '#contract/catalog/video-values.ts'
import type { ContractForm } from '#web/kit/staff/form/use-contract-form.ts'

/** Values of the form. Text is empty, not missing, because the fields are controlled. */
export type LessonValues = {
  courseId: string
  title: string
  type: LessonType | ''
  source: VideoSource
  youtubeId: string
  /** The uploaded video; empty without one, and while another one is being uploaded. */
  uploadId: string
  /** The URL of its picture. */
  poster: string
  text: string
  isPreview: boolean
  isDraft: boolean
  /** Empty: before the first chapter. */ chapterId: string
}

export type LessonFormState = ContractForm<LessonValues, z.output<typeof newLessonInput>>
