import { useState } from 'react'
import { textOf } from './numbers.ts'

/** Text typed as a number. Another value than the field gave, from another device or another row, replaces it. */
export function useTypedNumber(value: unknown): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(() => textOf(value, ''))
  const [seen, setSeen] = useState(value)
  const text = Object.is(seen, value) ? typed : textOf(value, typed)
  if (!Object.is(seen, value)) {
    setSeen(value)
    setTyped(text)
  }
  return [text, setTyped]
}
