import { useEffect, useEffectEvent, useState } from 'react'
import { startPolling, type PollingSchedule } from './polling.ts'

type Options<T> = {
  /** Requests once; `last` is the latest data, undefined at first. */
  request: (signal: AbortSignal, last: T | undefined) => Promise<T>
  /** True when newer data is not expected. */
  isFinal: (data: T) => boolean
  schedule: PollingSchedule
}

export type Polling<T> = {
  /** Undefined until loaded. Stays while later requests fail. */
  data: T | undefined
  /** The latest request failed. */
  hasFailed: boolean
  /** The deadline passed without final data. */
  isOverdue: boolean
  restart: () => void
}

type Known<T> = { key: string; data: T | undefined; hasFailed: boolean; overdueRound: number | null }

/** Requests what `key` identifies until its data is final; null requests nothing. */
export function usePolling<T>(key: string | null, { request, isFinal, schedule }: Options<T>): Polling<T> {
  const [round, setRound] = useState(1)
  const [known, setKnown] = useState<Known<T> | null>(null)
  const current = known !== null && known.key === key ? known : null

  const poll = useEffectEvent(async (polledKey: string, signal: AbortSignal) => {
    try {
      const data = await request(signal, current?.data)
      if (!signal.aborted) setKnown({ key: polledKey, data, hasFailed: false, overdueRound: null })
      return isFinal(data) ? 'done' : 'pending'
    } catch {
      if (!signal.aborted) setKnown({ key: polledKey, data: current?.data, hasFailed: true, overdueRound: null })
      return 'failed'
    }
  })
  const begin = useEffectEvent((polledKey: string, round: number) =>
    startPolling({
      schedule,
      request: (signal) => poll(polledKey, signal),
      onDeadline: () => setKnown((before) => before && { ...before, overdueRound: round }),
    }),
  )
  useEffect(() => (key === null ? undefined : begin(key, round)), [key, round])

  return {
    data: current?.data,
    hasFailed: current?.hasFailed ?? false,
    isOverdue: current?.overdueRound === round,
    restart: () => setRound(round + 1),
  }
}
