import type { CodeFile } from '#contract/exercises/exercise-values.ts'
import type { ExerciseDraft } from '#contract/exercises/exercises.ts'

// Merges the drafts of several devices: the last write wins, and nothing is lost without a way back.

export type PendingRun = { files: CodeFile[]; passed: number; total: number }
export type StoredExercise = {
  courseId: string
  /** Null before anything was typed. */
  files: CodeFile[] | null
  seq: number
  isSent: boolean
  /** The server takes these files never: they are on this device only. */
  isRejected: boolean
  /** Typed here and not sent when another device's later typing took its place. */
  replaced: CodeFile[] | null
  /** Runs that the server does not know yet. */
  runs: PendingRun[]
}

export const emptyExercise = (courseId: string): StoredExercise => ({
  courseId,
  files: null,
  seq: 0,
  isSent: true,
  isRejected: false,
  replaced: null,
  runs: [],
})

/** Later typing has a higher number, also on a device whose clock is behind. */
const after = (seq: number, nowMs: number): number => Math.max(seq + 1, nowMs)

export const typed = (stored: StoredExercise, files: CodeFile[], nowMs: number): StoredExercise => ({
  ...stored,
  files,
  seq: after(stored.seq, nowMs),
  isSent: false,
  isRejected: false,
})

export const areSame = (one: readonly CodeFile[] | null, other: readonly CodeFile[] | null): boolean =>
  JSON.stringify(one?.map(({ path, text }) => [path, text])) ===
  JSON.stringify(other?.map(({ path, text }) => [path, text]))

export function mergeDraft(stored: StoredExercise, server: ExerciseDraft): StoredExercise {
  if (server.files === null || server.seq < stored.seq) return stored
  if (areSame(stored.files, server.files)) return { ...stored, seq: server.seq, isSent: true, isRejected: false }
  // One number for two texts: what was typed here is later, and says so.
  if (server.seq === stored.seq && !stored.isSent) return { ...stored, seq: server.seq + 1 }
  return {
    ...stored,
    files: server.files,
    seq: server.seq,
    isSent: true,
    isRejected: false,
    replaced: (stored.isSent && !stored.isRejected) || stored.files === null ? stored.replaced : stored.files,
  }
}

/** Merges the answer to a save: more may have been typed since `sent`, which is later than anything on the server. */
export function confirmDraft(stored: StoredExercise, sent: StoredExercise, server: ExerciseDraft): StoredExercise {
  if (stored.seq !== sent.seq) return { ...stored, seq: Math.max(stored.seq, server.seq + 1) }
  return mergeDraft(stored, server)
}

const maximumPendingRuns = 20

/** A run that is sent later. Beyond the limit the oldest that did not pass is forgotten: it is a number only. */
export function withRun(stored: StoredExercise, run: PendingRun): StoredExercise {
  const runs = [...stored.runs, run]
  if (runs.length <= maximumPendingRuns) return { ...stored, runs }
  const oldest = runs.findIndex(({ passed, total }) => passed < total)
  return { ...stored, runs: runs.toSpliced(Math.max(0, oldest), 1) }
}
