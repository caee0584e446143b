import type { CodeFile, ExerciseLanguage } from '#contract/exercises/exercise-values.ts'

// Messages between the page and the frame in which code runs. Nothing that is worth stealing is ever sent to the frame.

/** Where the server serves the document of the frame. */
export const framePath = '/exercise-frame'

/** After this time a run is stopped. */
export const deadlineMs = 5_000
/** How long an engine may take to start, before the time of a run begins: on a slow phone it compiles for half a minute. */
export const engineStartMs = 60_000
/** Messages of one run; more end it. */
export const maximumMessages = 1_000
/** A longer message is cut. */
export const maximumMessageCharacters = 5_000
/** Printed by a run, and shown. One more line says that the others are not. */
export const maximumLines = 300
/** The tests of a program read no more of what it printed. */
export const maximumOutputCharacters = 100_000

/** The worker's script, the engine, its files, and an empty database. */
export type SqlParts = { script: string; wasm: Blob; data: Blob; empty: Blob }
/** The worker's script, the script and the code of the interpreter, and its library. */
export type PythonParts = { script: string; loader: Blob; wasm: Blob; library: Blob }
/** The engine of a language that browsers do not run. */
export type EngineParts = ({ language: 'sql' } & SqlParts) | ({ language: 'python' } & PythonParts)

export type RunRequest = {
  kind: 'run'
  nonce: string
  run: number
  language: ExerciseLanguage
  /** In the order in which they run. */
  files: CodeFile[]
  tests: string
}

/** Once, before the first run: the engine is started before it is needed. */
export type PrepareEngine = { kind: 'prepare'; engine: EngineParts }

export type RunMessage =
  | { kind: 'line'; level: 'log' | 'warn' | 'error'; text: string }
  | { kind: 'test'; index: number; title: string; passed: boolean; text: string }
  /** A mistake at its place; without one where nothing names it. */
  | { kind: 'error'; text: string; file: string | null; line: number | null }
  | { kind: 'done' }
  /** `start`: the engine did not start, and no code has run. */
  | { kind: 'stopped'; reason: 'time' | 'output' | 'moved' | 'memory' | 'start' }

export type Reply = { nonce: string; run: number; message: RunMessage }
export type Ready = { kind: 'ready' }
/** The page asks whether the frame still answers; the answer is the same. */
export type Ping = { kind: 'ping'; count: number }
/** Code has tried to open another document in its frame. */
export type Moved = { kind: 'moved' }
