import type { RunMessage } from './protocol.ts'
import { describeValue, isEqual } from './values.ts'

// Test harness. It runs beside the code of the learner, in a worker or in the frame.

class Unmet extends Error {}

const maximumValueCharacters = 300
const show = (value: unknown): string => describeValue(value, maximumValueCharacters)

/** `harap(nilai)` and what may be expected of it. Each failure says what came instead. */
function expectValue(value: unknown) {
  const require = (isMet: boolean, expected: string, came = show(value)) => {
    if (!isMet) throw new Unmet(`Diharapkan ${expected}, yang muncul ${came}.`)
  }
  return {
    sama: (other: unknown) => require(isEqual(value, other), show(other)),
    benar: () => require(value === true || (value !== false && Boolean(value)), 'benar (true)'),
    memuat: (part: unknown) => require(includes(value, part), `memuat ${show(part)}`),
    kira: (other: number, margin = 0.01) =>
      require(typeof value === 'number' &&
        Math.abs(value - other) <= margin, `kira-kira ${show(other)} (selisih paling banyak ${margin})`),
    gagal: () => {
      if (typeof value !== 'function') return require(false, 'fungsi yang gagal')
      let came: unknown
      try {
        came = (value as () => unknown)()
      } catch {
        return
      }
      if (came instanceof Promise)
        return came.then(
          (result) => require(false, 'kegagalan', show(result)),
          () => {},
        )
      require(false, 'kegagalan', show(came))
    },
  }
}

function includes(value: unknown, part: unknown): boolean {
  if (typeof value === 'string') return value.includes(String(part))
  if (value instanceof Set || value instanceof Map) return value.has(part)
  if (Array.isArray(value) || (typeof value === 'object' && value !== null && Symbol.iterator in value))
    return [...(value as Iterable<unknown>)].some((item) => isEqual(item, part))
  if (typeof value !== 'object' || value === null || typeof part !== 'object' || part === null) return false
  return Object.entries(part).every(([key, expected]) => isEqual((value as Record<string, unknown>)[key], expected))
}

type Test = { title: string; check: () => unknown }
export type Harness = {
  globals: { tes: (title: unknown, check: () => unknown) => void; harap: typeof expectValue }
  /** Runs all tests one after another. */
  runAll: () => Promise<void>
}

const maximumRegistered = 200

export function createHarness(send: (message: RunMessage) => void, wordError: (error: unknown) => string): Harness {
  const tests: Test[] = []
  // Kept here, because code may replace the globals.
  const { String: text } = globalThis
  return {
    globals: {
      tes(title, check) {
        if (tests.length < maximumRegistered) tests.push({ title: text(title).slice(0, 300), check })
      },
      harap: expectValue,
    },
    async runAll() {
      for (const [index, { title, check }] of tests.entries()) {
        try {
          await check()
          send({ kind: 'test', index, title, passed: true, text: '' })
        } catch (error) {
          const reason = error instanceof Unmet ? error.message : `Tes ini berhenti: ${wordError(error)}`
          send({ kind: 'test', index, title, passed: false, text: reason })
        }
      }
    },
  }
}
