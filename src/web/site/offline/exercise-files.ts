import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { framePath } from '#web/exercises/frame/protocol.ts'
import type { SavedResponse } from './saved-store.ts'
import { exerciseCode } from './course-code.ts'

export type ExerciseFiles = { code: readonly string[]; paths: readonly string[] }

/** What the code exercises of a course need offline: scripts, the frame in which code runs, and the database where one is in SQL. */
export async function listExerciseFiles(
  lessons: readonly Pick<LessonSummary, 'type'>[],
  fetched: readonly SavedResponse[],
): Promise<ExerciseFiles> {
  if (!lessons.some(({ type }) => type === 'code')) return { code: [], paths: [] }
  const exercises = fetched.filter(({ path }) => path.endsWith('/exercise'))
  const languages = await Promise.all(
    exercises.map(
      async ({ response }) => ((await response.clone().json()) as { data: { language: string } }).data.language,
    ),
  )
  if (!languages.includes('sql')) return { code: exerciseCode, paths: [framePath] }
  const { sqlFiles, sqlCode } = await import('#web/exercises/load-sql.ts')
  return { code: [...exerciseCode, sqlCode], paths: [framePath, ...sqlFiles] }
}
