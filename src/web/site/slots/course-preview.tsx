import { lazy } from 'react'
import { CoursePreviewPage, createPreviewLoader } from '#web/catalog/staff/courses/preview-page.tsx'

export { createPreviewLoader }

const tasks = {
  quiz: lazy(() => import('#web/assessment/staff/editor/quiz-lesson-preview.tsx')),
  code: lazy(() => import('#web/exercises/staff/exercise-preview.tsx')),
  assignment: lazy(() => import('#web/assessment/staff/assignment-lesson-preview.tsx')),
}

/** A course as its students see it, with the quizzes and assignments that the catalogue does not know. */
export const CoursePreview = () => <CoursePreviewPage tasks={tasks} />
