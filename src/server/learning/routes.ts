import { ok } from '#contract/kit/endpoint.ts'
import { endpoints, type Viewer } from '#server/platform/http/index.ts'
import type { Learning } from './learning.ts'
import type { ProgressChange, RejectedAsClosed } from './progress/progress.ts'

// The same message for every reason, so that the existence of a draft is not revealed.
const courseNotFound = { message: 'Course data not found' }

export function learningRoutes(learning: Learning) {
  const { learning: on } = endpoints

  async function record(
    change: ProgressChange,
    student: Viewer,
    { id, lessonId }: { id: string; lessonId: string },
    errors: {
      NOT_ENROLLED(): Error
      NOT_FOUND(): Error
      LESSON_CLOSED(options: { data: RejectedAsClosed['closed'] }): Error
      COMPLETED_BY_RESULT?(options: { data: { contentId: string } }): Error
    },
  ) {
    const progress = await learning.recordProgress(change, { student, courseId: id, lessonId })
    if (progress === 'not-enrolled') throw errors.NOT_ENROLLED()
    if (progress === 'no-such-lesson') throw errors.NOT_FOUND()
    if ('closed' in progress) throw errors.LESSON_CLOSED({ data: progress.closed })
    if ('byResult' in progress) throw errors.COMPLETED_BY_RESULT?.({ data: { contentId: progress.byResult } }) ?? errors.NOT_FOUND()
    return ok(progress)
  }

  return {
    showOverview: on.showOverview.handler(async ({ input, errors }) => {
      const course = await learning.showOverview(input.id)
      if (!course) throw errors.NOT_FOUND(courseNotFound)
      return ok(course)
    }),

    showCourse: on.showCourse.handler(async ({ input, context, errors }) => {
      const course = await learning.showCourse(input.id, await context.findViewer(), { preview: input.preview === 'true' })
      if (!course) throw errors.NOT_FOUND(courseNotFound)
      return ok(course)
    }),

    listEnrolledCourses: on.listEnrolledCourses.handler(async ({ context }) => ok(await learning.listEnrolledCourses(context.viewer().id))),

    enrollFree: on.enrollFree.handler(async ({ input, context, errors }) => {
      const outcome = await learning.enrollFree(context.viewer().id, input.id)
      if (outcome === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      if (outcome === 'not-free') throw errors.NOT_FREE()
      if (outcome === 'empty') throw errors.EMPTY_ITEM()
      return ok({ courseId: input.id })
    }),

    showLesson: on.showLesson.handler(async ({ input, context, errors }) => {
      const result = await learning.showLesson({ courseId: input.id, lessonId: input.contentId }, await context.findViewer())
      if (result.outcome === 'open') return ok(result.lesson)
      if (result.outcome === 'closed') throw errors.LESSON_CLOSED({ data: { ...result.closure, contentId: input.contentId } })
      if (result.outcome === 'signed-out') throw errors.UNAUTHORIZED()
      if (result.outcome === 'not-enrolled') throw errors.NOT_ENROLLED()
      throw errors.NOT_FOUND()
    }),

    showProgress: on.showProgress.handler(async ({ input, context, errors }) => {
      const progress = await learning.showProgress(context.viewer().id, input.id)
      if (!progress) throw errors.NOT_ENROLLED()
      return ok(progress)
    }),

    saveLastLesson: on.saveLastLesson.handler(({ input, context, errors }) =>
      record('opened', context.viewer(), { id: input.id, lessonId: input.lastContentId }, errors),
    ),
    completeLesson: on.completeLesson.handler(({ input, context, errors }) =>
      record('completed', context.viewer(), { id: input.id, lessonId: input.contentId }, errors),
    ),
    uncompleteLesson: on.uncompleteLesson.handler(({ input, context, errors }) =>
      record('uncompleted', context.viewer(), { id: input.id, lessonId: input.contentId }, errors),
    ),

    saveLessonPosition: on.saveLessonPosition.handler(async ({ input: { id, contentId: lessonId, ...position }, context, errors }) => {
      const outcome = await learning.savePosition({ userId: context.viewer().id, courseId: id, lessonId }, position)
      if (outcome === 'not-enrolled') throw errors.NOT_ENROLLED()
      if (outcome === 'no-such-lesson') throw errors.NOT_FOUND()
      return ok(null)
    }),

    applyCompletionChanges: on.applyCompletionChanges.handler(async ({ input, context, errors }) => {
      const progress = await learning.applyCompletionChanges(
        { student: context.viewer(), courseId: input.id },
        input.changes.map(({ contentId: lessonId, ...change }) => ({ lessonId, ...change })),
      )
      if (progress === 'not-enrolled') throw errors.NOT_ENROLLED()
      if ('closed' in progress) throw errors.LESSON_CLOSED({ data: progress.closed })
      if ('byResult' in progress) throw errors.COMPLETED_BY_RESULT({ data: { contentId: progress.byResult } })
      return ok(progress)
    }),

    listLessonNotes: on.listLessonNotes.handler(async ({ input, context, errors }) => {
      const notes = await learning.listNotes(context.viewer().id, input.id)
      if (notes === 'not-enrolled') throw errors.NOT_ENROLLED()
      return ok(notes)
    }),

    saveLessonNote: on.saveLessonNote.handler(async ({ input: { id, contentId: lessonId, ...note }, context, errors }) => {
      const saved = await learning.saveNote({ userId: context.viewer().id, courseId: id, lessonId }, note)
      if (saved === 'not-enrolled') throw errors.NOT_ENROLLED()
      if (saved === 'no-such-lesson') throw errors.NOT_FOUND()
      if ('changed' in saved) throw errors.NOTE_CHANGED({ data: { note: saved.changed } })
      return ok(saved)
    }),

    showActivity: on.showActivity.handler(async ({ context }) => ok(await learning.showActivity(context.viewer().id))),
    showCv: on.showCv.handler(async ({ context }) => ok(await learning.showCv(context.viewer().id))),
    saveCv: on.saveCv.handler(async ({ input, context }) => ok(await learning.saveCv(context.viewer().id, input))),

    listReviews: on.listReviews.handler(async ({ input: { id, ...page }, errors }) => {
      const found = await learning.listReviews(id, page)
      if (!found) throw errors.NOT_FOUND(courseNotFound)
      return { ...ok(found.reviews), meta: { ...page, total: found.total } }
    }),

    saveReview: on.saveReview.handler(async ({ input: { id, ...review }, context, errors }) => {
      const saved = await learning.saveReview(context.viewer(), id, review)
      if (saved === 'not-enrolled') throw errors.NOT_ENROLLED()
      if (saved === 'not-allowed') throw errors.REVIEW_NOT_ALLOWED()
      return ok(saved)
    }),

    deleteReview: on.deleteReview.handler(async ({ input, context, errors }) => {
      const outcome = await learning.deleteReview(context.viewer().id, input.id)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'hidden') throw errors.REVIEW_HIDDEN()
      return ok(null)
    }),
  }
}

export const weeklyGoalRoutes = (learning: Learning) => ({
  showWeeklyGoal: endpoints.weeklyGoal.showWeeklyGoal.handler(async ({ context }) => ok(await learning.showWeeklyGoal(context.viewer().id))),
  saveWeeklyGoal: endpoints.weeklyGoal.saveWeeklyGoal.handler(async ({ input, context }) =>
    ok(await learning.saveWeeklyGoal(context.viewer().id, input.days), input.days === null ? 'Target dijeda.' : 'Target tersimpan.'),
  ),
})
