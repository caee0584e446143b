import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Learning } from '#server/learning/index.ts'

export type ExercisesDeps = { database: Database; clock: Clock; learning: Learning }
