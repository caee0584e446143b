import { useCallback, useState } from 'react'

/**
 * State that belongs to `owner` and returns to its initial value when another owner is rendered, without a render in between. An
 * object must be the same one in every render.
 */
export function useResettingState<T>(owner: unknown, initial: T): [value: T, setValue: (value: T) => void] {
  const [state, setState] = useState({ owner, value: initial })
  const isCurrent = Object.is(state.owner, owner)
  if (!isCurrent) setState({ owner, value: initial })
  const setValue = useCallback((value: T) => setState((before) => ({ ...before, value })), [])
  return [isCurrent ? state.value : initial, setValue]
}
