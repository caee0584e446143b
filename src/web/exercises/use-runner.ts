import { useEffect, useReducer, useRef, useState } from 'react'
import type { CodeFile, ExerciseLanguage } from '#contract/exercises/exercise-values.ts'
import { createCodeRunner, type CodeRunner } from './code-runner.ts'
import { engineSizeOf } from './engines/engine-sizes.ts'
import { followRun, idleRun } from './run-state.ts'

type Loading = 'no' | 'running' | 'failed'

/** Runs code in a frame below `container`. Languages that browsers do not run are loaded on request only. */
export function useRunner(language: ExerciseLanguage) {
  const container = useRef<HTMLDivElement>(null)
  const runner = useRef<CodeRunner>(null)
  const [state, send] = useReducer(followRun, idleRun)
  const [hasEngine, setHasEngine] = useState(false)
  const [loading, setLoading] = useState<Loading>('no')

  useEffect(() => {
    if (!container.current) return
    const created = createCodeRunner(container.current, send)
    runner.current = created
    created.prepare()
    return () => {
      created.close()
      runner.current = null
    }
  }, [])

  return {
    container,
    state,
    /** True when a press of 'Jalankan' runs something now. */
    isReady: hasEngine || engineSizeOf(language) === null,
    loading,
    async load() {
      setLoading('running')
      try {
        const engine = await (await import('./engines/load-engine.ts')).loadEngine(language)
        if (engine) runner.current?.prepareEngine(engine)
        setHasEngine(true)
        setLoading('no')
      } catch {
        setLoading('failed')
      }
    },
    run(files: CodeFile[], tests: string) {
      void runner.current?.run({ language, files, tests })
    },
    halt: () => runner.current?.halt(),
  }
}
