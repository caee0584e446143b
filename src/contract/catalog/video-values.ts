// Apart from the messages, because every page of visitors loads it.

/** Where the video of a lesson is: at YouTube, or uploaded to this site. */
export const videoSources = ['youtube', 'upload'] as const
export type VideoSource = (typeof videoSources)[number]
