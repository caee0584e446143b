import type { LessonSummary } from '#contract/catalog/catalog.ts'
import type { ExerciseLanguage } from '#contract/exercises/exercise-values.ts'
import { framePath } from '#web/exercises/frame/protocol.ts'
import type { SavedResponse } from './saved-store.ts'
import { exerciseCode } from './course-code.ts'

export type ExerciseFiles = { code: readonly string[]; paths: readonly string[] }

/** Files that the code exercises of a course need offline: scripts, the frame in which code runs, and the engines of their languages. */
export async function listExerciseFiles(
  lessons: readonly Pick<LessonSummary, 'type'>[],
  fetched: readonly SavedResponse[],
): Promise<ExerciseFiles> {
  if (!lessons.some(({ type }) => type === 'code')) return { code: [], paths: [] }
  const languages = await Promise.all(
    fetched
      .filter(({ path }) => path.endsWith('/exercise'))
      .map(
        async ({ response }) =>
          ((await response.clone().json()) as { data: { language: ExerciseLanguage } }).data.language,
      ),
  )
  const { listEngineFiles } = await import('#web/exercises/engines/load-engine.ts')
  const engines = await listEngineFiles(languages)
  return { code: [...exerciseCode, ...engines.code], paths: [framePath, ...engines.paths] }
}
