/** The frame of a video, of its poster and of what is shown when it did not load. */
export const videoBox = 'relative isolate aspect-video rounded-card bg-nila-900'
