import type { EngineParts, RunRequest } from '#web/exercises/frame/protocol.ts'
import { createCodeRunner } from './code-runner.ts'
import { followRun, idleRun, type RunState } from './run-state.ts'

/** Runs code once in a frame of its own that nobody sees, and returns what it showed. */
export function runOnce(
  job: Pick<RunRequest, 'language' | 'files' | 'tests'>,
  engine: EngineParts | null,
): Promise<RunState> {
  const container = document.createElement('div')
  container.className = 'sr-only'
  container.inert = true
  document.body.append(container)
  return new Promise((resolve) => {
    let state = idleRun
    const runner = createCodeRunner(container, (event) => {
      state = followRun(state, event)
      if (state.status !== 'done') return
      runner.close()
      container.remove()
      resolve(state)
    })
    if (engine) runner.prepareEngine(engine)
    void runner.run(job)
  })
}
