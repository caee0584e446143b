import type { ExerciseLanguage } from '#contract/exercises/exercise-values.ts'
import type { EngineParts } from '#web/exercises/frame/protocol.ts'

type Engine = { files: readonly string[]; load: () => Promise<EngineParts> }
type Source = {
  /** The source file as the build names it. */
  code: string
  open: () => Promise<Engine>
}

const ownCode = 'src/web/exercises/engines/load-engine.ts'
const sources: Partial<Record<ExerciseLanguage, Source>> = {
  sql: { code: 'src/web/exercises/engines/load-sql.ts', open: () => import('./load-sql.ts') },
  python: { code: 'src/web/exercises/engines/load-python.ts', open: () => import('./load-python.ts') },
}

/** Loads the engine of a language that browsers do not run; null for the others. */
export const loadEngine = async (language: ExerciseLanguage): Promise<EngineParts | null> =>
  (await sources[language]?.open())?.load() ?? null

/** Files that a copy without a network needs of the engines of these languages. */
export async function listEngineFiles(
  languages: readonly ExerciseLanguage[],
): Promise<{ code: string[]; paths: string[] }> {
  const used = [...new Set(languages)].flatMap((language) => sources[language] ?? [])
  if (used.length === 0) return { code: [], paths: [] }
  const engines = await Promise.all(used.map(({ open }) => open()))
  return { code: [ownCode, ...used.map(({ code }) => code)], paths: engines.flatMap(({ files }) => files) }
}
