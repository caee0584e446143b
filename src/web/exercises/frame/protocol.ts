import type { CodeFile, ExerciseLanguage } from '#contract/exercises/exercise-values.ts'

// What the page and the frame in which code runs send each other. Nothing that is worth stealing is ever sent to the frame.

/** Where the server serves the document of the frame. */
export const framePath = '/exercise-frame'

/** After this time a run is stopped. */
export const deadlineMs = 5_000
/** Messages of one run; more end it. */
export const maximumMessages = 1_000
/** Characters of one message. */
export const maximumTextLength = 5_000
/** Lines that the console shows. */
export const maximumLines = 300

/** A database for the frame: its script and its files. */
/** The worker's script, the engine, its files, and an empty database. */
export type SqlParts = { script: string; wasm: ArrayBuffer; data: ArrayBuffer; empty: ArrayBuffer }

export type RunRequest = {
  kind: 'run'
  nonce: string
  run: number
  language: ExerciseLanguage
  /** In the order in which they run. */
  files: CodeFile[]
  tests: string
}

/** Once, before the first run of SQL: the next database is started before it is needed. */
export type PrepareSql = { kind: 'prepare-sql'; sql: SqlParts }

export type RunMessage =
  | { kind: 'line'; level: 'log' | 'warn' | 'error'; text: string }
  | { kind: 'test'; index: number; title: string; passed: boolean; text: string }
  /** A mistake at its place; without one where nothing names it. */
  | { kind: 'error'; text: string; file: string | null; line: number | null }
  | { kind: 'done' }
  | { kind: 'stopped'; reason: 'time' | 'output' | 'moved' | 'memory' }

export type Reply = { nonce: string; run: number; message: RunMessage }
export type Ready = { kind: 'ready' }
