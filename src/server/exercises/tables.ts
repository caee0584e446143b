import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { CodeFile, ExerciseFile, ExerciseLanguage } from '#contract/exercises/exercise-values.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'

export const exercises = pgTable('exercises', {
  lessonId: uuid('content_id').primaryKey(),
  version: integer().notNull(),
  language: text().$type<ExerciseLanguage>().notNull(),
  /** In the order in which they run. */
  files: jsonb().$type<ExerciseFile[]>().notNull(),
  tests: text().notNull(),
  testCount: smallint('test_count').notNull(),
  hints: jsonb().$type<string[]>().notNull(),
  solution: jsonb().$type<CodeFile[]>().notNull(),
  /** Tries after which the solution is shown; null: only to those who passed. */
  solutionAfter: smallint('solution_after'),
  /** Findings of a run of it since the last save; both null before. */
  solutionPasses: boolean('solution_passes'),
  startFails: boolean('start_fails'),
  savedBy: uuid('saved_by'),
  updatedAt: timestamptz('updated_at').notNull(),
})

export const exerciseWork = pgTable(
  'exercise_work',
  {
    userId: uuid('user_id').notNull(),
    lessonId: uuid('content_id').notNull(),
    courseId: uuid('course_id').notNull(),
    /** Null before the first draft. */
    draft: jsonb().$type<CodeFile[]>(),
    seq: bigint({ mode: 'number' }).notNull().default(0),
    tries: integer().notNull().default(0),
    /** The most tests that passed in one run. */
    best: smallint().notNull().default(0),
    passedAt: timestamptz('passed_at'),
    passedFiles: jsonb('passed_files').$type<CodeFile[]>(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.lessonId] })],
)

export type ExerciseRow = typeof exercises.$inferSelect
export type WorkRow = typeof exerciseWork.$inferSelect

/** Deleted with the enrolment, which account deletion removes. */
export const ownedByStudents = {
  work: owned(exerciseWork, {
    owner: 'userId',
    key: 'lessonId',
    export: ['courseId', 'lessonId', 'draft', 'tries', 'best', 'passedAt', 'passedFiles', 'updatedAt'],
    present: ({ lessonId, ...work }) => ({ contentId: lessonId, ...work }),
    onErase: 'by hand',
  }),
}
