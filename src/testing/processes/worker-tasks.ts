import { writeFileSync } from 'node:fs'

// Tasks of worker-pool.thorough.test.ts; each runs in a worker process.

export const addUp = ({ numbers }: { numbers: Uint8Array }): { sum: number; pid: number; bytes: Uint8Array } => ({
  sum: numbers.reduce((sum, number) => sum + number, 0),
  pid: process.pid,
  bytes: numbers,
})

export const readEnvironment = (): string[] => Object.keys(process.env)

export function fail({ message }: { message: string }): never {
  throw new RangeError(message)
}

/** As a native library does that reads beyond its memory. */
export function crash({ pidFile }: { pidFile: string }): Promise<never> {
  writeFileSync(pidFile, `${process.pid}\n`, { flag: 'a' })
  process.kill(process.pid, 'SIGSEGV')
  return new Promise(() => {})
}

/** Like an expression that backtracks. */
export function spin(): never {
  for (;;);
}

/** In steps of a megabyte, so that a busy machine reaches the limit of memory before that of time. */
export function fillMemory(): never {
  process.stderr.write(
    'A test fills the memory of a worker: the following "FATAL ERROR: Reached heap limit" is what it expects.\n',
  )
  const kept: string[] = []
  // A little shorter than what V8 would store outside of the heap.
  for (;;) kept.push(Buffer.alloc(1_000_000, String(kept.length)).toString('latin1'))
}

export const nest = ({ levels }: { levels: number }): number => (levels === 0 ? 0 : 1 + nest({ levels: levels - 1 }))
