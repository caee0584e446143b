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
