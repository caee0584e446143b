import { countTests } from '#contract/exercises/count-tests.ts'
import type { ExerciseInput } from '#contract/exercises/exercise.ts'
import { loadEngine } from '#web/exercises/engines/load-engine.ts'
import { runOnce } from '#web/exercises/run-once.ts'
import { countPassed, type RunState } from '#web/exercises/run-state.ts'

export type Checked = { isFine: boolean; text: string }

const reasonOf = ({ tests, mistakes }: RunState): string => {
  const failed = tests.find(({ passed }) => !passed)
  const [mistake] = mistakes
  if (mistake) return ` ${mistake.file ?? ''} ${mistake.text}`
  return failed ? ` Tes “${failed.title}”: ${failed.text}` : ''
}

/** The solution must pass, and what students start with must not. */
export async function checkExercise(exercise: ExerciseInput): Promise<Checked[]> {
  const { language, files, tests, solution } = exercise
  const engine = await loadEngine(language)
  const total = countTests(tests, language)
  const start = files.map(({ path, text }) => ({ path, text }))
  const solved = start.map((file) => solution.find(({ path }) => path === file.path) ?? file)
  const ofSolution = await runOnce({ language, tests, files: solved }, engine)
  const ofStart = await runOnce({ language, tests, files: start }, engine)
  const registered = ofSolution.tests.length
  return [
    countPassed(ofSolution, total) === total
      ? { isFine: true, text: 'Solusinya lulus semua tes.' }
      : registered > total
        ? {
            isFine: false,
            text: `Ada ${registered} tes yang berjalan, tetapi ${total} yang tertulis. Tulis setiap tes satu per satu.`,
          }
        : { isFine: false, text: `Solusinya belum lulus semua tes.${reasonOf(ofSolution)}` },
    countPassed(ofStart, total) < total
      ? { isFine: true, text: 'Kode awalnya belum lulus, jadi ada yang dikerjakan siswa.' }
      : { isFine: false, text: 'Kode awalnya sudah lulus semua tes, jadi tidak ada yang dikerjakan siswa.' },
  ]
}
