/** FNV-1a over UTF-16 units: small, stable on every machine, and good enough to vary art (never for secrets). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return mix(hash)
}

export type Chance = {
  /** A number between the two, rounded to whole units. */
  between: (low: number, high: number) => number
  pick: <Value>(values: readonly Value[]) => Value
}

/** The same text gives the same sequence, so a course keeps its cover for ever. */
export function chanceFrom(text: string): Chance {
  let state = hashText(text)
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) / 0x1_0000_0000
  }
  return {
    between: (low, high) => Math.round(low + next() * (high - low)),
    pick: (values) => values[Math.floor(next() * values.length)]!,
  }
}

// Without this finish, seeds that differ in the last letter give nearly the same numbers.
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
