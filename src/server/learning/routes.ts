import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Learning } from './learning.ts'
import { courseNotFound } from './messages.ts'
import { reviewRoutes } from './reviews/routes.ts'

export function learningRoutes(learning: Learning) {
  const { learning: on } = endpoints

  return {
    ...reviewRoutes(learning),

    showOverview: on.showOverview.handler(async ({ input, errors }) =>
      ok(found(await learning.showOverview(input.id), errors, courseNotFound)),
    ),

    showCourse: on.showCourse.handler(async ({ input, context, errors }) => {
      const course = await learning.showCourse(input.id, await context.findViewer(), {
        preview: input.preview === 'true',
      })
      return ok(found(course, errors, courseNotFound))
    }),

    listEnrolledCourses: on.listEnrolledCourses.handler(async ({ context }) =>
      ok(await learning.listEnrolledCourses(context.viewer().id)),
    ),

    showLesson: on.showLesson.handler(async ({ input, context, errors }) => {
      const { lesson } = accept(
        await learning.showLesson({ courseId: input.id, lessonId: input.contentId }, await context.findViewer()),
        errors,
        'shown',
      )
      return ok(lesson)
    }),

    showProgress: on.showProgress.handler(async ({ input, context, errors }) => {
      const { progress } = accept(await learning.showProgress(context.viewer().id, input.id), errors, 'shown')
      return ok(progress)
    }),

    saveLastLesson: on.saveLastLesson.handler(
      async ({ input: { id: courseId, lastContentId: lessonId }, context, errors }) => {
        const { progress } = accept(
          await learning.recordOpened({ student: context.viewer(), courseId, lessonId }),
          errors,
          'recorded',
        )
        return ok(progress)
      },
    ),

    completeLesson: on.completeLesson.handler(
      async ({ input: { id: courseId, contentId: lessonId }, context, errors }) => {
        const { progress } = accept(
          await learning.recordCompletion({ student: context.viewer(), courseId, lessonId }, 'completed'),
          errors,
          'recorded',
        )
        return ok(progress)
      },
    ),

    uncompleteLesson: on.uncompleteLesson.handler(
      async ({ input: { id: courseId, contentId: lessonId }, context, errors }) => {
        const { progress } = accept(
          await learning.recordCompletion({ student: context.viewer(), courseId, lessonId }, 'uncompleted'),
          errors,
          'recorded',
        )
        return ok(progress)
      },
    ),

    saveLessonPosition: on.saveLessonPosition.handler(
      async ({ input: { id, contentId: lessonId, ...position }, context, errors }) => {
        accept(
          await learning.savePosition({ userId: context.viewer().id, courseId: id, lessonId }, position),
          errors,
          'saved',
        )
        return ok(null)
      },
    ),

    applyCompletionChanges: on.applyCompletionChanges.handler(async ({ input, context, errors }) => {
      const changes = input.changes.map(({ contentId: lessonId, ...change }) => ({ lessonId, ...change }))
      const { progress } = accept(
        await learning.applyCompletionChanges({ student: context.viewer(), courseId: input.id }, changes),
        errors,
        'recorded',
      )
      return ok(progress)
    }),

    listLessonNotes: on.listLessonNotes.handler(async ({ input, context, errors }) => {
      const { notes } = accept(await learning.listNotes(context.viewer().id, input.id), errors, 'listed')
      return ok(notes)
    }),

    saveLessonNote: on.saveLessonNote.handler(
      async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
        const { note } = accept(
          await learning.saveNote({ userId: context.viewer().id, courseId: id, lessonId }, input),
          errors,
          'saved',
        )
        return ok(note)
      },
    ),

    showActivity: on.showActivity.handler(async ({ context }) => ok(await learning.showActivity(context.viewer().id))),
    showCv: on.showCv.handler(async ({ context }) => ok(await learning.showCv(context.viewer().id))),
    saveCv: on.saveCv.handler(async ({ input, context, errors }) =>
      ok(accept(await learning.saveCv(context.viewer().id, input), errors, 'saved').cv),
    ),
  }
}

export const weeklyGoalRoutes = (learning: Learning) => ({
  showWeeklyGoal: endpoints.weeklyGoal.showWeeklyGoal.handler(async ({ context }) =>
    ok(await learning.showWeeklyGoal(context.viewer().id)),
  ),
  saveWeeklyGoal: endpoints.weeklyGoal.saveWeeklyGoal.handler(async ({ input, context }) =>
    ok(
      await learning.saveWeeklyGoal(context.viewer().id, input.days),
      input.days === null ? 'Target dijeda.' : 'Target tersimpan.',
    ),
  ),
})
