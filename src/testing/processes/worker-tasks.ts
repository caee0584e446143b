import { writeFileSync } from 'node:fs'

// Tasks of worker-pool.test.ts; each runs in a worker process.

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

export function fillMemory(): number {
  const kept: string[][] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => `${kept.length}-${index}`))
}

export const nest = ({ levels }: { levels: number }): number => (levels === 0 ? 0 : 1 + nest({ levels: levels - 1 }))
