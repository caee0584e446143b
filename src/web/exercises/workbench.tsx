import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { countTests } from '#contract/exercises/count-tests.ts'
import type { CodeFile, ExerciseFile, ExerciseLanguage } from '#contract/exercises/exercise-values.ts'
import { countPassed, isAttempt } from './run-state.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { engineSizeOf } from './engines/engine-sizes.ts'
import { RunView } from './run-view.tsx'
import { useRunner } from './use-runner.ts'

const CodeEditor = lazy(() => import('./code-editor.tsx'))

export type Practice = {
  language: ExerciseLanguage
  files: ExerciseFile[]
  tests: string
}

type Props = {
  practice: Practice
  /** The files that are edited, as they are now. */
  edited: readonly CodeFile[]
  onEdit: (files: CodeFile[]) => void
  /** Called at the end of a run, with the files that ran. */
  onRun: (run: { files: CodeFile[]; passed: number; total: number }) => void
  /** The task, with what belongs to it. */
  task: ReactNode
  /** Beside the buttons of the code. */
  notice?: ReactNode
}

const tabs = ['Tugas', 'Kode', 'Hasil'] as const
type Tab = (typeof tabs)[number]

/** Task, code and result of an exercise: one tab at a time on a phone, side by side where there is room. */
export function Workbench({ practice, edited, onEdit, onRun, task, notice }: Props) {
  const { language, files, tests } = practice
  const id = useId()
  const [tab, setTab] = useState<Tab>('Tugas')
  const { container, state, isReady, loading, load, run: runCode, halt } = useRunner(language)
  const total = countTests(tests, language)
  const engine = engineSizeOf(language)
  const [ran, setRan] = useState<CodeFile[]>([])
  const [before, setBefore] = useState<CodeFile[] | null>(null)
  const now = files.map(({ path, text, role }) => ({
    path,
    text: role === 'edit' ? (edited.find((file) => file.path === path)?.text ?? text) : text,
  }))

  const report = useEffectEvent(() => onRun({ files: ran, passed: countPassed(state, total), total }))
  const { status, stopped } = state
  useEffect(() => {
    if (isAttempt({ status, stopped })) report()
  }, [status, stopped])

  const isPageOpen = status === 'running' || (status === 'done' && state.closed === null)

  function run() {
    if (!isReady || status === 'running') return
    setRan(now.filter(({ path }) => files.some((file) => file.path === path && file.role === 'edit')))
    setTab('Hasil')
    runCode(now, tests)
  }
  function edit(path: string, text: string) {
    setBefore(null)
    onEdit(
      files
        .filter(({ role }) => role === 'edit')
        .map((file) => ({
          path: file.path,
          text: file.path === path ? text : (now.find((other) => other.path === file.path)?.text ?? ''),
        })),
    )
  }
  function reset() {
    const start = files.filter(({ role }) => role === 'edit')
    setBefore(start.map(({ path }) => ({ path, text: now.find((file) => file.path === path)?.text ?? '' })))
    onEdit(start.map(({ path, text }) => ({ path, text })))
  }
  function undo() {
    if (before) onEdit(before)
    setBefore(null)
  }
  function step(event: KeyboardEvent) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length] ?? 'Tugas'
    setTab(next)
    document.getElementById(`${id}${next}`)?.focus()
  }
  const panel = (name: Tab) => ({
    id: `${id}panel${name}`,
    role: 'tabpanel',
    'aria-labelledby': `${id}${name}`,
    className: classNames('min-w-0', tab !== name && 'max-[63.99rem]:hidden'),
  })
  const shown = files.filter(({ role }) => role !== 'hidden')
  const runButton = isReady ? (
    <Button size="sm" busy={status === 'running'} onClick={run} title="Ctrl+Enter">
      <Play aria-hidden className="size-4" /> Jalankan
    </Button>
  ) : (
    <Button size="sm" busy={loading === 'running'} onClick={() => void load()}>
      Muat {engine?.name} ({engine?.size})
    </Button>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the shortcut of a button inside
    <div
      className="grid min-w-0 gap-4"
      onKeyDown={(event) =>
        event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented && run()
      }
    >
      <div role="tablist" aria-label="Latihan" className="flex flex-wrap gap-1 border-b border-line lg:hidden">
        {tabs.map((name) => (
          <button
            key={name}
            id={`${id}${name}`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls={`${id}panel${name}`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={step}
            className={classNames(
              'min-h-11 flex-1 border-b-2 px-2 font-bold whitespace-nowrap',
              tab === name ? 'border-nila text-nila' : 'border-transparent text-ink-2',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <div className="grid min-w-0 gap-6 lg:grid-cols-2 lg:items-start">
        <section {...panel('Tugas')}>{task}</section>
        <section {...panel('Kode')}>
          <div className="grid min-w-0 gap-3">
            <Files
              files={shown}
              now={now}
              isKeepingPlace={tab === 'Kode'}
              onChange={edit}
              onRun={run}
              mistakes={[...state.mistakes, ...state.laterMistakes]}
            />
            <div className="flex flex-wrap items-center gap-2">
              {runButton}
              <Button size="sm" variant="outline" onClick={reset}>
                <RotateCcw aria-hidden className="size-4" /> Kembalikan awal
              </Button>
              {before && (
                <Button size="sm" variant="ghost" onClick={undo}>
                  Urungkan
                </Button>
              )}
            </div>
            {loading === 'failed' && (
              <p role="alert" className="text-mengkudu">
                {engine?.name} belum bisa dimuat. Periksa koneksi, lalu coba lagi.
              </p>
            )}
            <p className="text-sm text-ink-3">
              Ctrl+Enter menjalankan. Di editor, tekan Esc lalu Tab untuk keluar dengan keyboard.
            </p>
            {notice}
          </div>
        </section>
        <section {...panel('Hasil')} className={classNames(panel('Hasil').className, 'lg:col-span-2')}>
          <div className={classNames('grid min-w-0 gap-4', language === 'web' && 'lg:grid-cols-2')}>
            <div
              ref={container}
              className={
                language === 'web' && isPageOpen
                  ? 'h-72 resize-y overflow-hidden rounded-card border border-line'
                  : 'sr-only'
              }
            />
            <RunView
              state={state}
              total={total}
              halt={status === 'running' || (language === 'web' && isPageOpen) ? halt : null}
            />
          </div>
        </section>
      </div>
    </div>
  )
}

type FilesProps = {
  files: readonly ExerciseFile[]
  now: readonly CodeFile[]
  isKeepingPlace: boolean
  mistakes: readonly { file: string | null; line: number | null }[]
  onChange: (path: string, text: string) => void
  onRun: () => void
}

/** The files with their editor; each keeps its undo history while another one is shown. */
function Files({ files, now, mistakes, onChange, onRun }: FilesProps) {
  const [chosen, setChosen] = useState(files[0]?.path ?? '')
  const file = files.find(({ path }) => path === chosen) ?? files[0]
  if (!file) return null
  const { path, role } = file
  return (
    <div className="min-w-0 overflow-hidden rounded-card border border-line bg-code">
      <div role="group" aria-label="Berkas" className="flex flex-wrap gap-1 p-1">
        {files.map((other) => (
          <button
            key={other.path}
            type="button"
            aria-pressed={other.path === path}
            onClick={() => setChosen(other.path)}
            className={classNames(
              'hit-44 relative rounded-chip px-2.5 py-1 text-left font-mono text-sm break-all text-white',
              other.path === path ? 'bg-white/20 font-bold' : 'hover:bg-white/10',
            )}
          >
            {other.path}
            {other.role === 'read' && ' (baca)'}
          </button>
        ))}
      </div>
      <div className="h-80">
        <Suspense
          fallback={
            <p role="status" className="p-3 text-white">
              Memuat editor…
            </p>
          }
        >
          <CodeEditor
            key={path}
            path={path}
            text={now.find((other) => other.path === path)?.text ?? ''}
            isReadOnly={role === 'read'}
            line={mistakes.find((mistake) => mistake.file === path)?.line ?? null}
            onChange={(text) => onChange(path, text)}
            onRun={onRun}
          />
        </Suspense>
      </div>
    </div>
  )
}
