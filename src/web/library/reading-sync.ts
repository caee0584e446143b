// Sends the progress of signed-in readers, in a chunk of its own.
export { deviceSync } from '#web/kit/device/sync.ts'
export { readingTask } from './reading-task.ts'
