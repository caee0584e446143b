import { useState } from 'react'
import type { CodeFile } from '#contract/exercises/exercise-values.ts'
import { Button } from '#web/kit/ui/button.tsx'

/** Hints, one for each press. */
export function Hints({ hints }: { hints: readonly string[] }) {
  const [count, setCount] = useState(0)
  if (hints.length === 0) return null
  return (
    <div className="grid justify-items-start gap-2">
      <ol aria-live="polite" className="grid gap-2">
        {hints.slice(0, count).map((hint) => (
          <li key={hint} className="rounded-card bg-kunyit-50 p-3 break-words whitespace-pre-line text-kunyit-ink">
            {hint}
          </li>
        ))}
      </ol>
      {count < hints.length && (
        <Button size="sm" variant="outline" onClick={() => setCount(count + 1)}>
          Petunjuk
          <span className="tabular-nums">
            {count + 1}/{hints.length}
          </span>
        </Button>
      )}
    </div>
  )
}

type SolutionProps = { solution: readonly CodeFile[] | null; solutionAfter: number | null; tries: number }

/** The solution once it is earned, and until then what earns it. */
export function Solution({ solution, solutionAfter, tries }: SolutionProps) {
  if (solution && solution.length > 0)
    return (
      <details className="min-w-0">
        <summary className="min-h-11 cursor-pointer py-2 font-bold text-nila">Solusi</summary>
        {solution.map(({ path, text }) => (
          <div key={path} className="mb-3 min-w-0">
            <p className="font-mono text-sm break-all">{path}</p>
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also with the keyboard
              tabIndex={0}
              className="overflow-auto rounded-card bg-code p-3 font-mono text-sm text-white"
            >
              {text}
            </pre>
          </div>
        ))}
      </details>
    )
  const left = solutionAfter === null ? null : solutionAfter - tries
  return (
    <p className="text-sm text-ink-3">
      {left !== null && left > 0
        ? `Solusi terbuka setelah semua tes lulus, atau setelah ${left} percobaan lagi.`
        : 'Solusi terbuka setelah semua tes lulus.'}
    </p>
  )
}
