/** Lets other parts of a lesson control its video. Seconds. */
export type VideoControl = {
  /** The position; null before a video at YouTube was started. */
  now: () => number | null
  /** Goes there; a video at YouTube that was not started begins there. */
  seek: (seconds: number) => void
}
