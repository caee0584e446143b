// What a signed-in reader needs to send progress, in a chunk of its own.
export { deviceSync } from '#web/kit/device/sync.ts'
export { readingTask } from './reading-task.ts'
