import * as z from 'zod/mini'
import { lessonClosure } from '#contract/catalog/catalog.ts'
import { at, id, knownVersion, response, signedInEndpoint, staffEndpoint, staleError } from '#contract/kit/endpoint.ts'
import { codeFiles, exerciseFields, exerciseRules } from './exercise.ts'
import { exerciseLanguages, fileRoles, maximumTests } from './exercise-values.ts'

// Code exercises: what students see, type and run, and what staff save.

const lessonParams = z.object({ id, contentId: id })
const file = z.object({ path: z.string(), text: z.string() })

const exercise = z.object({
  contentId: z.string(),
  title: z.string(),
  language: z.enum(exerciseLanguages),
  /** In the order in which they run; empty before the first save. */
  files: z.array(z.extend(file, { role: z.enum(fileRoles) })),
  tests: z.string(),
  hints: z.array(z.string()),
  /** After how many tries the solution is shown; null: to those who passed. */
  solutionAfter: z.nullable(z.number()),
  /** Null for students who have not earned it. */
  solution: z.nullable(z.array(file)),
  /** Version for optimistic locking; 0 before the first save. */
  version: z.number(),
  /** My runs. */
  tries: z.number(),
  /** True when all tests passed in one of my runs. */
  passed: z.boolean(),
})
export type Exercise = z.infer<typeof exercise>

/** The solution must pass all tests, and what students start with must not. */
const exerciseCheck = z.object({ solutionPasses: z.boolean(), startFails: z.boolean() })
export type ExerciseCheck = z.infer<typeof exerciseCheck>

const staffExercise = z.extend(exercise, {
  /** Findings of a browser of its staff since the last save; null before. */
  checked: z.nullable(exerciseCheck),
  /** Students who ran it, those who passed, and their runs. */
  figures: z.object({ students: z.number(), passed: z.number(), tries: z.number() }),
})
export type StaffExercise = z.infer<typeof staffExercise>

const draft = z.object({
  /** Null before the first draft. */
  files: z.nullable(z.array(file)),
  /** Rises with every save; 0 before the first. */
  seq: z.number(),
})
export type ExerciseDraft = z.infer<typeof draft>

const seqMessage = 'Muat ulang halaman ini'
const seq = z
  .number(seqMessage)
  .check(z.int(seqMessage), z.minimum(0, seqMessage), z.maximum(Number.MAX_SAFE_INTEGER, seqMessage))
const countMessage = 'Jumlah tes tidak cocok'
const testCount = (least: number) =>
  z
    .number(countMessage)
    .check(z.int(countMessage), z.minimum(least, countMessage), z.maximum(maximumTests, countMessage))

const run = z.object({
  tries: z.number(),
  passed: z.boolean(),
  /** Null until it is earned. */
  solution: z.nullable(z.array(file)),
})
export type ExerciseRun = z.infer<typeof run>

const notOpen = {
  NOT_ENROLLED: { status: 403, message: 'Latihan ini untuk siswa yang terdaftar di kelasnya.' },
  LESSON_CLOSED: {
    status: 403,
    message: 'Latihan ini belum terbuka.',
    data: z.extend(lessonClosure, { contentId: z.string() }),
  },
} as const

const maximumBodyBytes = 1_500_000

export const exercisesContract = {
  showExercise: signedInEndpoint
    .route(
      at(
        'GET /courses/{id}/content/{contentId}/exercise',
        'A code exercise; its solution for staff, and for students who passed or tried often enough',
      ),
    )
    .input(lessonParams)
    .output(response(z.union([staffExercise, exercise])))
    .errors(notOpen),
  showExerciseDraft: signedInEndpoint
    .route(at('GET /courses/{id}/content/{contentId}/exercise/draft', 'What I typed in an exercise, on any device'))
    .input(lessonParams)
    .output(response(draft))
    .errors(notOpen),
  saveExerciseDraft: signedInEndpoint
    .meta({ access: 'signed-in', maximumBodyBytes, timesPerHour: 2_000 })
    .route(
      at(
        'PUT /courses/{id}/content/{contentId}/exercise/draft',
        'Save what I typed unless a later one is stored; answers with what is stored',
      ),
    )
    .input(z.extend(lessonParams, { files: codeFiles, seq }))
    .output(response(draft))
    .errors(notOpen),
  addExerciseRun: signedInEndpoint
    .meta({ access: 'signed-in', maximumBodyBytes, timesPerHour: 600 })
    .route(
      at(
        'POST /courses/{id}/content/{contentId}/exercise/runs',
        'Report a run of my code; one in which all tests passed completes the lesson',
        { successStatus: 201 },
      ),
    )
    .input(z.extend(lessonParams, { files: codeFiles, passed: testCount(0), total: testCount(1) }))
    .output(response(run))
    .errors(notOpen),
}

export const exerciseAuthoringContract = {
  saveExercise: staffEndpoint
    .meta({ access: 'staff', maximumBodyBytes, timesPerHour: 600 })
    .route(
      at('PUT /courses/{id}/content/{contentId}/exercise', 'Replace files, tests, hints and solution of an exercise'),
    )
    .input(z.object({ id, contentId: id, ...exerciseFields, version: knownVersion }).check(...exerciseRules))
    .output(response(staffExercise))
    .errors(staleError),
  saveExerciseCheck: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 600 })
    .route(
      at(
        'PUT /courses/{id}/content/{contentId}/exercise/check',
        'Report what running solution and start of this version found',
      ),
    )
    .input(z.extend(exerciseCheck, { id, contentId: id, version: knownVersion }))
    .output(response(staffExercise))
    .errors(staleError),
}
