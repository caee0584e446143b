import { useSyncExternalStore } from 'react'
import { deviceValue } from '#web/device/device-value.ts'
import { parseNumber, parseRecord } from '#web/device/parse.ts'

/** The lengths of videos in seconds, by YouTube id: only the player knows them, so each is shown after the first play on this device. */
const durations = deviceValue<Record<string, number>>({ key: 'cendaki-video-durations', parse: (stored) => parseRecord(stored, parseNumber) })
const maximumStored = 300
const none: Record<string, number> = {}

export function storeDuration(youtubeId: string, seconds: number): void {
  const { [youtubeId]: before, ...others } = durations.read() ?? none
  if (before !== seconds) durations.write(Object.fromEntries([...Object.entries(others), [youtubeId, seconds]].slice(-maximumStored)))
}

export const useVideoDurations = (): Readonly<Record<string, number>> =>
  useSyncExternalStore(
    durations.subscribe,
    () => durations.read() ?? none,
    () => none,
  )

/** Megabytes a minute of 480p, as YouTube streams lessons with little motion. An estimate: the real size is not known before playing. */
const megabytesPerMinute = 5

export const estimateMegabytes = (durationSeconds: number): number => Math.max(1, Math.round((durationSeconds / 60) * megabytesPerMinute))
