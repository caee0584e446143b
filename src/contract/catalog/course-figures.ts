import * as z from 'zod/mini'
import { at, id, response, staffEndpoint } from '#contract/kit/endpoint.ts'

export const figurePeriods = ['90', 'all'] as const
export type FigurePeriod = (typeof figurePeriods)[number]

/** Students of a lesson, each once; staff of the course count nowhere. */
const lessonFigures = z.object({
  contentId: z.string(),
  /** Had it open in the period. */
  opened: z.number(),
  /** Completed it in the period. */
  finished: z.number(),
  /** Questions that were asked about it. */
  questions: z.number(),
  /** The part of those who had it open that completed it, rounded, 0 to 100; 0 when nobody had. */
  percent: z.number(),
})
export type LessonFigures = z.infer<typeof lessonFigures>

const courseFigures = z.object({
  /** Loads of the course page. */
  views: z.number(),
  /** Orders with the course in them, and those that were paid. */
  checkouts: z.number(),
  paid: z.number(),
  /** All lessons in order. */
  lessons: z.array(lessonFigures),
})
export type CourseFigures = z.infer<typeof courseFigures>

export const courseFiguresContract = {
  showCourseFigures: staffEndpoint
    .route(at('GET /courses/{id}/figures', 'Where the students of a course stop'))
    .input(z.object({ id, days: z._default(z.enum(figurePeriods, 'Pilih 90 atau all'), '90') }))
    .output(response(courseFigures)),
}
