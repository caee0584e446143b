import { useCallback, useEffect, useEffectEvent, useState } from 'react'

/** State of a request. A failed one is shown: checks/remote.test.ts. */
export type Remote<T> = (
  | { status: 'loading'; data?: undefined }
  | { status: 'failed'; data?: undefined; error: unknown }
  | { status: 'loaded'; data: T }
) & {
  /** Requests again. Loaded data stays until newer data arrives, also when the request fails. */
  reload: () => void
}

type Result<T> = { key: string; attempt: number } & (
  | { status: 'failed'; error: unknown }
  | { status: 'loaded'; data: T }
)

/**
 * Requests what `key` identifies, in the browser only; null requests nothing. With another key, or when the component is removed,
 * the request is aborted and its response ignored. Pass the signal on to requests that only read; a request that changes
 * something should run to its end.
 */
export function useRemote<T>(key: string | null, request: (signal: AbortSignal) => Promise<T>): Remote<T> {
  const [attempt, setAttempt] = useState(1)
  const [result, setResult] = useState<Result<T> | null>(null)
  const send = useEffectEvent(request)
  const reload = useCallback(() => setAttempt((before) => before + 1), [])

  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    const { signal } = controller
    send(signal).then(
      (data) => signal.aborted || setResult({ key, attempt, status: 'loaded', data }),
      (error: unknown) =>
        signal.aborted ||
        setResult((before) =>
          before?.key === key && before.status === 'loaded' ? before : { key, attempt, status: 'failed', error },
        ),
    )
    return () => controller.abort()
  }, [key, attempt])

  if (key === null || result?.key !== key) return { status: 'loading', reload }
  if (result.status === 'loaded') return { status: 'loaded', data: result.data, reload }
  return result.attempt === attempt ? { status: 'failed', error: result.error, reload } : { status: 'loading', reload }
}

/**
 * Data that `useRemote` has loaded, without its failure: for additions that a page is complete without. checks/remote.test.ts lists its users
 * with their reasons.
 */
export function useRemoteAddition<T>(key: string | null, request: (signal: AbortSignal) => Promise<T>): T | undefined {
  const remote = useRemote(key, request)
  return remote.status === 'loaded' ? remote.data : undefined
}
