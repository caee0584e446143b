import { useEffect, useRef } from 'react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Check from 'lucide-react/icons/check'
import Square from 'lucide-react/icons/square'
import X from 'lucide-react/icons/x'
import { Button } from '#web/kit/ui/button.tsx'
import { closeSentences, explainMistake, stopSentences } from './runner-explain.ts'
import { countPassed, type Mistake, type RunState } from './run-state.ts'

/** Shows a run: mistakes at their line, the promises one by one, and the console. */
type Props = {
  state: RunState
  total: number
  /** Null when there is nothing to stop. */
  halt: (() => void) | null
}
export function RunView({ state, total, halt }: Props) {
  const summary = useRef<HTMLParagraphElement>(null)
  const isButtonFocused = useRef(false)
  const canHalt = halt !== null
  // The button goes with the run, and the focus to what the run found.
  useEffect(() => {
    if (canHalt || !isButtonFocused.current) return
    isButtonFocused.current = false
    summary.current?.focus()
  }, [canHalt])
  return (
    <div className="grid min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p ref={summary} tabIndex={-1} role="status" className="font-bold">
          {summaryOf(state, total)}
        </p>
        {halt && (
          <Button
            size="sm"
            variant="outline"
            onFocus={() => (isButtonFocused.current = true)}
            onBlur={() => (isButtonFocused.current = false)}
            onClick={halt}
          >
            <Square aria-hidden className="size-4" /> Hentikan
          </Button>
        )}
      </div>
      <div role="status">{state.closed && !state.stopped && <Notice>{closeSentences[state.closed]}</Notice>}</div>
      {state.stopped && <Notice>{stopSentences[state.stopped]}</Notice>}
      {state.mistakes.map((mistake, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- texts repeat, and the list only grows
        <MistakeNote key={index} mistake={mistake} />
      ))}
      {state.tests.length > 0 && (
        <ul aria-label="Hasil tes" className="grid gap-2">
          {state.tests.map((test, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- texts repeat, and the list only grows
            <li key={index} className="flex items-start gap-2 rounded-card border border-line bg-surface p-3">
              {test.passed ? (
                <Check aria-hidden className="mt-1 size-4 shrink-0 text-daun" />
              ) : (
                <X aria-hidden className="mt-1 size-4 shrink-0 text-mengkudu" />
              )}
              <div className="min-w-0 break-words">
                <p className="font-semibold">
                  <span className="sr-only">{test.passed ? 'Lulus: ' : 'Belum: '}</span>
                  {test.title}
                </p>
                {test.text && <p className="text-sm text-ink-2">{test.text}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {state.laterMistakes.length > 0 && (
        <section aria-label="Galat setelah dijalankan" className="grid gap-2">
          <p className="text-sm font-bold">Setelah dijalankan</p>
          {state.laterMistakes.map((mistake, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- texts repeat, and the list only grows
            <MistakeNote key={index} mistake={mistake} />
          ))}
        </section>
      )}
      {state.lines.length > 0 && (
        <section aria-label="Konsol">
          <p className="mb-1 text-sm font-bold">Konsol</p>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also with the keyboard
            tabIndex={0}
            className="max-h-64 overflow-auto rounded-card bg-code p-3 font-mono text-sm break-words whitespace-pre-wrap text-white"
          >
            {state.lines.map(({ level, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- texts repeat, and the list only grows
              <span key={index} className={level === 'log' ? 'block' : 'block font-bold'}>
                {level === 'error' ? 'Galat: ' : level === 'warn' ? 'Perhatian: ' : ''}
                {text}
              </span>
            ))}
          </pre>
        </section>
      )}
    </div>
  )
}

function summaryOf(state: RunState, total: number): string {
  if (state.status === 'idle') return 'Belum dijalankan.'
  if (state.status === 'running') return 'Menjalankan…'
  const passed = countPassed(state, total)
  return passed === total ? `Semua ${total} tes lulus!` : `${passed} dari ${total} tes lulus.`
}

const Notice = ({ children }: { children: string }) => (
  <p className="flex items-start gap-2 rounded-card bg-mengkudu-50 p-3 text-mengkudu">
    <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" /> {children}
  </p>
)

function MistakeNote({ mistake: { text, file, line } }: { mistake: Mistake }) {
  const place = file === null ? '' : line === null ? `${file}: ` : `${file}, baris ${line}: `
  const sentence = explainMistake(text)
  return (
    <div className="rounded-card bg-mengkudu-50 p-3 break-words text-mengkudu">
      <p className="font-semibold">
        {place}
        {sentence ?? text}
      </p>
      {sentence && <p className="font-mono text-sm">{text}</p>}
    </div>
  )
}
