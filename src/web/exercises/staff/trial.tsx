import { useState, type ReactNode } from 'react'
import type { CodeFile } from '#contract/exercises/exercise-values.ts'
import { Hints, Solution } from '#web/exercises/player-hints.tsx'
import { Workbench, type Practice } from '#web/exercises/workbench.tsx'

type Props = {
  exercise: Practice & { hints: readonly string[]; solution: readonly CodeFile[] | null }
  children?: ReactNode
}

/** An exercise as a student has it. Nothing is sent or stored. */
export function Trial({ exercise, children }: Props) {
  const [edited, setEdited] = useState<readonly CodeFile[]>([])
  return (
    <Workbench
      practice={exercise}
      edited={edited}
      onEdit={setEdited}
      onRun={() => {}}
      task={
        <div className="grid min-w-0 gap-4">
          {children}
          <Hints hints={exercise.hints} />
          <Solution solution={exercise.solution} solutionAfter={null} tries={0} />
        </div>
      }
    />
  )
}
