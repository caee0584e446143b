import type { ExerciseLanguage } from '#contract/exercises/exercise-values.ts'

/** Languages whose engine is loaded by a press, and what it weighs on the network, which the press names. */
const megabytes: Partial<Record<ExerciseLanguage, number>> = { sql: 7.9, python: 6.4 }
const names: Partial<Record<ExerciseLanguage, string>> = { sql: 'SQL', python: 'Python' }

export type EngineSize = { name: string; size: string }

/** Null for a language that every browser runs. */
export function engineSizeOf(language: ExerciseLanguage): EngineSize | null {
  const [name, count] = [names[language], megabytes[language]]
  return name === undefined || count === undefined ? null : { name, size: `${count.toLocaleString('id-ID')} MB` }
}
