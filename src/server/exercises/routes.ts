import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { Exercises } from './exercises.ts'

export function exercisesRoutes(exercises: Exercises) {
  const { exercises: on } = endpoints
  return {
    showExercise: on.showExercise.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const shown = await exercises.showExercise(context.viewer(), { courseId: id, lessonId })
      return ok(accept(shown, errors, 'shown').exercise)
    }),

    showExerciseDraft: on.showExerciseDraft.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const found = await exercises.showDraft(context.viewer(), { courseId: id, lessonId })
      return ok(accept(found, errors, 'draft').draft)
    }),

    saveExerciseDraft: on.saveExerciseDraft.handler(
      async ({ input: { id, contentId: lessonId, ...given }, context, errors }) => {
        const saved = await exercises.saveDraft(context.viewer(), { key: { courseId: id, lessonId }, ...given })
        return ok(accept(saved, errors, 'draft').draft)
      },
    ),

    addExerciseRun: on.addExerciseRun.handler(
      async ({ input: { id, contentId: lessonId, ...given }, context, errors }) => {
        const added = await exercises.addRun(context.viewer(), { key: { courseId: id, lessonId }, ...given })
        return ok(accept(added, errors, 'run').run)
      },
    ),

    saveExercise: on.saveExercise.handler(async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
      const saved = await exercises.saveExercise(context.viewer(), { key: { courseId: id, lessonId }, ...input })
      return ok(accept(saved, errors, 'saved').exercise, 'Latihan tersimpan.')
    }),

    saveExerciseCheck: on.saveExerciseCheck.handler(
      async ({ input: { id, contentId: lessonId, ...found }, context, errors }) => {
        const saved = await exercises.saveCheck(context.viewer(), { courseId: id, lessonId, ...found })
        return ok(accept(saved, errors, 'saved').exercise)
      },
    ),
  }
}
