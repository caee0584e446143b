/** A small young generation is collected more often and holds less between two collections. The other flag is for release-memory.ts. */
const flags = ['--max-semi-space-size=4', '--expose-gc']

/**
 * For glibc: one memory pool instead of one for each thread, and the memory of buffers goes back to the system when they are freed. By default
 * the limit for that rises with the size of what was freed, and smaller buffers between those that stay take several times their size.
 */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '8192', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Replaces the program of this process by the same one with settings that are only read when a program starts; process id, output and
 * signals stay. Settings of `env` and of the command line have precedence. Does nothing where that is not possible.
 */
export function limitMemory(env: NodeJS.ProcessEnv): void {
  const isDone = flags.every((flag) => process.execArgv.includes(flag))
  // A process with a channel to its parent would lose it.
  if (isDone || process.platform === 'win32' || process.channel || !process.execve) return
  const args = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...allocator, ...env } as Record<string, string>)
}
