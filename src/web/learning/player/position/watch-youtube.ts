const playerOrigin = 'https://www.youtube-nocookie.com'
const askEveryMs = 500
const asksAtMost = 20
const states = { ended: 0, playing: 1 } as const

export type Watched = { seconds: number; durationSeconds: number | null; hasEnded: boolean }

/**
 * Listens to YouTube's player in this frame, which says by messages where it is (the protocol of its iframe API, without
 * its script). Needs `enablejsapi=1` in the frame's address. Gives back what ends it.
 */
export function watchYoutube(frame: HTMLIFrameElement, onTime: (watched: Watched) => void): () => void {
  let asks = 0
  let hasAnswered = false
  let hasPlayed = false
  let durationSeconds: number | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  function hear({ source, origin, data }: MessageEvent) {
    // Anybody may send messages to a page: only the player's own count.
    if (source !== frame.contentWindow || origin !== playerOrigin) return
    const info = readInfo(data)
    if (!info) return
    hasAnswered = true
    if (typeof info.duration === 'number' && info.duration > 0) durationSeconds = info.duration
    // Before it plays, a player that is to start later on still says 0.
    if (info.playerState === states.playing) hasPlayed = true
    const hasEnded = info.playerState === states.ended
    if (hasPlayed && (hasEnded || typeof info.currentTime === 'number')) onTime({ seconds: info.currentTime ?? 0, durationSeconds, hasEnded })
  }
  function ask() {
    if (hasAnswered || ++asks > asksAtMost) return clearInterval(timer)
    // To whatever is in the frame: it says nothing that anybody could not know, and a page of another origin would be an error in the console.
    frame.contentWindow?.postMessage(JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }), '*')
  }
  function startAsking() {
    ask()
    timer ??= setInterval(ask, askEveryMs)
  }

  addEventListener('message', hear)
  frame.addEventListener('load', startAsking)
  return () => {
    clearInterval(timer)
    removeEventListener('message', hear)
    frame.removeEventListener('load', startAsking)
  }
}

type Info = { currentTime?: number; duration?: number; playerState?: number }

function readInfo(data: unknown): Info | null {
  if (typeof data !== 'string') return null
  try {
    const { event, info } = JSON.parse(data) as { event?: string; info?: Info | null }
    return (event === 'infoDelivery' || event === 'initialDelivery') && typeof info === 'object' ? info : null
  } catch {
    return null
  }
}
