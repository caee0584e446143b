import { useSyncExternalStore } from 'react'

/** A value beside the components, for all that show it. On the server, and until the page has hydrated, `use` gives the initial one. */
export function sharedValue<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const read = () => value
  const readInitial = () => initial
  return {
    read,
    set(next: Value): void {
      value = next
      for (const listener of listeners) listener()
    },
    use: (): Value => useSyncExternalStore(subscribe, read, readInitial),
  }
}
