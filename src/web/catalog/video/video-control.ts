/** What a video lets other parts of its lesson do. Seconds. */
export type VideoControl = {
  /** The position; null before a video at YouTube was started. */
  now: () => number | null
  /** Goes there; a video at YouTube that was not started begins there. */
  seek: (seconds: number) => void
}
