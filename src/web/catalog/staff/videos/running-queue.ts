import { sharedValue } from '#web/kit/ui/behaviour/shared-value.ts'
import type { RefusedFile } from './plan-videos.ts'
import type { Queue } from './queue.ts'

/** The videos of one course; another course waits until they are done. */
export type RunningQueue = { course: { id: string; title: string }; queue: Queue; refused: readonly RefusedFile[] }

/** Beside the pages, so that uploads go on while their user opens others. */
export const runningQueue = sharedValue<RunningQueue | null>(null)
