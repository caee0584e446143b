/** FNV-1a over UTF-16 units: stable on every machine; not for secrets. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return mix(hash)
}

export type SeededRandom = {
  /** An integer between the two. */
  between: (low: number, high: number) => number
  pick: <Value>(values: readonly Value[]) => Value
}

/** The same seed gives the same sequence, so a course always keeps its cover. */
export function seededRandom(seed: string): SeededRandom {
  let state = hashText(seed)
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) / 0x1_0000_0000
  }
  return {
    between: (low, high) => Math.round(low + next() * (high - low)),
    pick: (values) => values[Math.floor(next() * values.length)]!,
  }
}

// Without this step, seeds that differ in the last character give nearly the same numbers.
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
