import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Learning } from './learning.ts'
import { courseNotFound } from './messages.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { answer, orNotFound, serve } from '#server/serve.ts'

export function learningRoutes(learning: Learning) {
  const { learning: on } = endpoints

  return {
    ...reviewRoutes(learning),

    showOverview: answer(on.showOverview, async (input) => learning.showOverview(input.id), orNotFound(courseNotFound)),

    showCourse: on.showCourse.handler(async ({ input, context, errors }) => {
      const course = await learning.showCourse(await context.findViewer(), {
        courseId: input.id,
        preview: input.preview === 'true',
        referrer: context.referrer,
      })
      return ok(found(course, errors, courseNotFound))
    }),

    listEnrolledCourses: serve(on.listEnrolledCourses, async (viewer) => learning.listEnrolledCourses(viewer.id)),

    showLesson: on.showLesson.handler(async ({ input, context, errors }) => {
      const { lesson } = accept(
        await learning.showLesson({ courseId: input.id, lessonId: input.contentId }, await context.findViewer()),
        errors,
        'shown',
      )
      return ok(lesson)
    }),

    showProgress: serve(on.showProgress, async (viewer, input) => learning.showProgress(viewer.id, input.id), 'shown'),

    saveLastLesson: serve(
      on.saveLastLesson,
      async (viewer, { id: courseId, lastContentId: lessonId }) =>
        learning.recordOpened({ student: viewer, courseId, lessonId }),
      'recorded',
    ),

    completeLesson: serve(
      on.completeLesson,
      async (viewer, { id: courseId, contentId: lessonId }) =>
        learning.recordCompletion({ student: viewer, courseId, lessonId }, 'completed'),
      'recorded',
    ),

    uncompleteLesson: serve(
      on.uncompleteLesson,
      async (viewer, { id: courseId, contentId: lessonId }) =>
        learning.recordCompletion({ student: viewer, courseId, lessonId }, 'uncompleted'),
      'recorded',
    ),

    saveLessonPosition: serve(
      on.saveLessonPosition,
      async (viewer, { id, contentId: lessonId, ...position }) =>
        learning.savePosition({ userId: viewer.id, courseId: id, lessonId }, position),
      'saved',
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

    listLessonNotes: serve(
      on.listLessonNotes,
      async (viewer, input) => learning.listNotes(viewer.id, input.id),
      'listed',
    ),

    saveLessonNote: serve(
      on.saveLessonNote,
      async (viewer, { id, contentId: lessonId, ...input }) =>
        learning.saveNote({ userId: viewer.id, courseId: id, lessonId }, input),
      'saved',
    ),

    showActivity: serve(on.showActivity, async (viewer) => learning.showActivity(viewer.id)),
    showCv: serve(on.showCv, async (viewer) => learning.showCv(viewer.id)),
    saveCv: serve(on.saveCv, async (viewer, input) => learning.saveCv(viewer.id, input), 'saved'),
  }
}

export const weeklyGoalRoutes = (learning: Learning) => ({
  showWeeklyGoal: serve(endpoints.weeklyGoal.showWeeklyGoal, async (viewer) => learning.showWeeklyGoal(viewer.id)),
  saveWeeklyGoal: endpoints.weeklyGoal.saveWeeklyGoal.handler(async ({ input, context }) =>
    ok(
      await learning.saveWeeklyGoal(context.viewer().id, input.days),
      input.days === null ? 'Target dijeda.' : 'Target tersimpan.',
    ),
  ),
})
