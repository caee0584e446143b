import { useSyncExternalStore } from 'react'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { deviceValue } from '#web/kit/device/device-value.ts'
import { parseNumber, parseRecord } from '#web/kit/device/parse.ts'

/** The lengths of videos in seconds, by YouTube id: only the player knows them, so each is shown after the first play on this device. */
const durations = deviceValue<Record<string, number>>({
  key: 'cendaki-video-durations',
  parse: (stored) => parseRecord(stored, parseNumber),
})
const maximumStored = 300
const none: Record<string, number> = {}

export function storeDuration(youtubeId: string, seconds: number): void {
  const { [youtubeId]: before, ...others } = durations.read() ?? none
  if (before !== seconds)
    durations.write(Object.fromEntries([...Object.entries(others), [youtubeId, seconds]].slice(-maximumStored)))
}

export const useVideoDurations = (): Readonly<Record<string, number>> =>
  useSyncExternalStore(
    durations.subscribe,
    () => durations.read() ?? none,
    () => none,
  )

/** Megabytes a minute of 480p, as YouTube streams lessons with little motion. An estimate: the real size is not known before playing. */
const megabytesPerMinute = 5

const estimateMegabytes = (durationSeconds: number): number =>
  Math.max(1, Math.round((durationSeconds / 60) * megabytesPerMinute))

/** How much data playing a video takes, as "± 12 MB": the size of an uploaded one, the estimate for one at YouTube. Undefined while that is not known. */
export function dataText(
  { videoBytes }: Pick<LessonSummary, 'videoBytes'>,
  durationSeconds: number | undefined,
): string | undefined {
  if (videoBytes !== undefined) return `± ${formatBytes(videoBytes)}`
  return durationSeconds === undefined ? undefined : `± ${estimateMegabytes(durationSeconds)} MB`
}
