import { useState } from 'react'
import type { ExerciseInput } from '#contract/exercises/exercise.ts'
import type { StaffExercise } from '#contract/exercises/exercises.ts'
import { useApi } from '#web/identity/index.ts'
import { engineSizeOf } from '#web/exercises/engines/engine-sizes.ts'
import { checkExercise, notesOf, type Checked } from './check-exercise.ts'

type State = Checked[] | 'running' | 'failed' | 'unchecked' | null

const storedState = ({ version, checked }: StaffExercise): State =>
  checked ? notesOf(checked) : version === 0 ? null : 'unchecked'

/** Runs solution and start of an exercise in this browser, and stores what was found of a saved version. */
export function useCheck(courseId: string, exercise: StaffExercise) {
  const { authenticated } = useApi()
  const [state, setState] = useState(() => storedState(exercise))
  const [isEngineLoaded, setEngineLoaded] = useState(false)

  /** `version` is the saved one that this is; null while it is being changed. */
  async function check(input: ExerciseInput, version: number | null): Promise<void> {
    setState('running')
    try {
      const { notes, ...found } = await checkExercise(input)
      setEngineLoaded(true)
      setState(notes)
      if (version === null) return
      const key = { id: courseId, contentId: exercise.contentId }
      // Where it cannot be stored, because somebody saved since or the network is gone, it stays unchecked and says so in the list of lessons.
      await authenticated.exercises.saveExerciseCheck({ ...key, version, ...found }).catch(() => {})
    } catch {
      setState('failed')
    }
  }
  return {
    state,
    check,
    /** Checks what was just saved, unless that would load megabytes which no press has named. */
    async checkSaved(input: ExerciseInput, version: number): Promise<void> {
      if (isEngineLoaded || engineSizeOf(input.language) === null) return check(input, version)
      setState('unchecked')
    },
  }
}
export type Check = ReturnType<typeof useCheck>
