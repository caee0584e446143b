import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import { addExercise, saveCheck, saveExercise, showOwnExercise } from './edit-exercise.ts'
import type { ExercisesDeps } from './deps.ts'
import { addRun, saveDraft, showDraft, showExercise } from './practice.ts'

export type Exercises = ReturnType<typeof exercisesModule>

/** Code exercises: their files and tests for staff, drafts and runs of students. The code itself runs in browsers only. */
export const exercisesModule = (deps: ExercisesDeps) => ({
  ...bindDeps(deps, { showOwnExercise, saveExercise, saveCheck, showExercise, showDraft, saveDraft, addRun }),
  ...bindInTransaction(deps, { addExercise }),
})
