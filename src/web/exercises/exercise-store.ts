import { failureStatus, registerContract } from '#contract/client.ts'
import { maximumAllCodeLength, maximumCodeLength, type CodeFile } from '#contract/exercises/exercise-values.ts'
import type { ExerciseRun } from '#contract/exercises/exercises.ts'
import { deviceStore } from '#web/kit/device/device-store.ts'
import { parseBoolean, parseNumber, parseObject, parseString } from '#web/kit/device/parse.ts'
import { isFinalRejection, type SyncTask } from '#web/kit/device/sync.ts'
import type { StoredExercise } from './draft-merge.ts'

const parseFiles = (value: unknown): CodeFile[] => {
  if (!Array.isArray(value)) throw new Error('Stored files must be a list')
  return value.map((file) => {
    const { path, text } = parseObject(file)
    return { path: parseString(path), text: parseString(text) }
  })
}
const filesOrNull = (value: unknown): CodeFile[] | null => (value === null ? null : parseFiles(value))

/** Drafts of exercises and their unsent runs, by lesson. */
export const exerciseStore = deviceStore<StoredExercise>({
  name: 'exercise',
  parse(stored) {
    const { courseId, files, seq, isSent, isRejected, replaced, runs } = parseObject(stored)
    if (!Array.isArray(runs)) throw new Error('Stored runs must be a list')
    return {
      courseId: parseString(courseId),
      files: filesOrNull(files),
      seq: parseNumber(seq),
      isSent: parseBoolean(isSent),
      isRejected: isRejected === true,
      replaced: filesOrNull(replaced),
      runs: runs.map((run) => {
        const fields = parseObject(run)
        return {
          files: parseFiles(fields['files']),
          passed: parseNumber(fields['passed']),
          total: parseNumber(fields['total']),
        }
      }),
    }
  },
  // The later typing of two tabs wins.
  merge: (stored, incoming) => (incoming.seq >= stored.seq ? incoming : stored),
})

let areCallsRegistered = false
export function registerExerciseCalls(exercises: object): void {
  registerContract({ exercises })
  areCallsRegistered = true
}

/** Why a run did not count. `changed`: the tests are others now. `large`: its code is more than an exercise may have. */
export type RunRefusal = 'changed' | 'large'
export type ExerciseSent = { run: ExerciseRun | null; runRefused: RunRefusal | null }

const isLarge = (files: readonly CodeFile[]): boolean =>
  files.some(({ text }) => text.length > maximumCodeLength) ||
  files.reduce((sum, { text }) => sum + text.length, 0) > maximumAllCodeLength

/** Never accepted later: left in the queue, it would keep back everything behind it. */
const isFinal = (error: unknown, files: readonly CodeFile[]): boolean =>
  isFinalRejection(error) || (isLarge(files) && failureStatus(error) === 413)

const isUnsent = (stored: StoredExercise | null): stored is StoredExercise =>
  stored !== null && ((!stored.isSent && stored.files !== null) || stored.runs.length > 0)

/** Sends runs in their order, then what was typed. */
export const exerciseTask: SyncTask<ExerciseSent> = {
  name: 'exercise',
  unsent: (userId) => exerciseStore.list(userId).filter((id) => isUnsent(exerciseStore.read(userId, id))),
  async send(api, userId, lessonId) {
    const [merging, calls] = await Promise.all([
      import('./draft-merge.ts'),
      areCallsRegistered ? null : import('#contract/exercises/exercises.ts'),
    ])
    if (calls) registerExerciseCalls(calls.exercisesContract)
    const sent: ExerciseSent = { run: null, runRefused: null }
    const key = (courseId: string) => ({ id: courseId, contentId: lessonId })
    for (
      let stored = exerciseStore.read(userId, lessonId);
      stored?.runs[0];
      stored = exerciseStore.read(userId, lessonId)
    ) {
      try {
        sent.run = (
          await api.authenticated.exercises.addExerciseRun({ ...key(stored.courseId), ...stored.runs[0] })
        ).data
      } catch (error) {
        const { files } = stored.runs[0]
        if (!isFinal(error, files)) throw error
        sent.runRefused = isLarge(files) ? 'large' : 'changed'
      }
      exerciseStore.update(userId, lessonId, (now) => now && { ...now, runs: now.runs.slice(1) })
    }
    const draft = exerciseStore.read(userId, lessonId)
    if (!draft?.files || draft.isSent) return { result: sent }
    const { files, seq } = draft
    try {
      const { data } = await api.authenticated.exercises.saveExerciseDraft({ ...key(draft.courseId), files, seq })
      return {
        result: sent,
        confirm: () => exerciseStore.update(userId, lessonId, (now) => now && merging.confirmDraft(now, draft, data)),
      }
    } catch (error) {
      if (!isFinal(error, files)) throw error
      // It stays on this device.
      return {
        result: sent,
        confirm: () =>
          exerciseStore.update(userId, lessonId, (now) =>
            now?.seq === draft.seq ? { ...now, isSent: true, isRejected: true } : now,
          ),
      }
    }
  },
}
