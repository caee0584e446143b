import { uploadsMentioned } from '#server/platform/media/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { quizRevisions } from './tables.ts'

/** The pictures in all questions that are stored, also of attempts at an earlier revision. */
export const listUploadsInUse = (tx: Tx): Promise<string[]> => uploadsMentioned(tx, [quizRevisions.questions])
