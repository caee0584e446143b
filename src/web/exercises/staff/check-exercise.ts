import { countTests } from '#contract/exercises/count-tests.ts'
import type { ExerciseInput } from '#contract/exercises/exercise.ts'
import type { ExerciseCheck } from '#contract/exercises/exercises.ts'
import { loadEngine } from '#web/exercises/engines/load-engine.ts'
import { runOnce } from '#web/exercises/run-once.ts'
import { stopSentences } from '#web/exercises/runner-explain.ts'
import { countPassed, isAttempt, type RunState } from '#web/exercises/run-state.ts'

export type Checked = { isFine: boolean; text: string }
/** The findings, with their sentences. */
export type CheckResult = ExerciseCheck & { notes: Checked[] }

const reasonOf = ({ tests, mistakes, stopped }: RunState): string => {
  if (stopped) return ` ${stopSentences[stopped]}`
  const failed = tests.find(({ passed }) => !passed)
  const [mistake] = mistakes
  if (mistake) return ` ${mistake.file ?? ''} ${mistake.text}`
  return failed ? ` Tes “${failed.title}”: ${failed.text}` : ''
}

/** The notes of what is stored; `reason` says why the solution fails. */
export const notesOf = ({ solutionPasses, startFails }: ExerciseCheck, reason = ''): Checked[] => [
  solutionPasses
    ? { isFine: true, text: 'Solusinya lulus semua tes.' }
    : { isFine: false, text: `Solusinya belum lulus semua tes.${reason}` },
  startFails
    ? { isFine: true, text: 'Kode awalnya belum lulus, jadi ada yang dikerjakan siswa.' }
    : { isFine: false, text: 'Kode awalnya sudah lulus semua tes, jadi tidak ada yang dikerjakan siswa.' },
]

/** The solution must pass, and what students start with must not. Throws when one of them could not be run here: that says nothing about it. */
export async function checkExercise(exercise: ExerciseInput): Promise<CheckResult> {
  const { language, files, tests, solution } = exercise
  const engine = await loadEngine(language)
  const total = countTests(tests, language)
  const start = files.map(({ path, text }) => ({ path, text }))
  const solved = start.map((file) => solution.find(({ path }) => path === file.path) ?? file)
  const ofSolution = await runOnce({ language, tests, files: solved }, engine)
  const ofStart = await runOnce({ language, tests, files: start }, engine)
  if (!isAttempt(ofSolution) || !isAttempt(ofStart)) throw new Error('The code did not run')
  const found = {
    solutionPasses: countPassed(ofSolution, total) === total,
    startFails: countPassed(ofStart, total) < total,
  }
  const registered = ofSolution.tests.length
  const reason =
    registered > total
      ? ` Ada ${registered} tes yang berjalan, tetapi ${total} yang tertulis. Tulis setiap tes satu per satu.`
      : reasonOf(ofSolution)
  return { ...found, notes: notesOf(found, reason) }
}
