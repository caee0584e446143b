const playerOrigin = 'https://www.youtube-nocookie.com'
const requestIntervalMs = 500
const maximumRequests = 20
const states = { ended: 0, playing: 1 } as const

export type Watched = { seconds: number; durationSeconds: number | null; hasEnded: boolean }

/**
 * Reads the playing time of a YouTube player through `postMessage` (the protocol of its iframe API, without its script).
 * Needs `enablejsapi=1` in the frame's URL. Returns a function that stops listening.
 */
export function watchYoutube(frame: HTMLIFrameElement, onTime: (watched: Watched) => void): () => void {
  let requests = 0
  let hasAnswered = false
  let hasPlayed = false
  let durationSeconds: number | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  function handleMessage({ source, origin, data }: MessageEvent) {
    // Any window may post messages to this page; only those of the player count.
    if (source !== frame.contentWindow || origin !== playerOrigin) return
    const info = readInfo(data)
    if (!info) return
    hasAnswered = true
    if (typeof info.duration === 'number' && info.duration > 0) durationSeconds = info.duration
    // Before it plays, a player with a start time still reports 0.
    if (info.playerState === states.playing) hasPlayed = true
    const hasEnded = info.playerState === states.ended
    if (hasPlayed && (hasEnded || typeof info.currentTime === 'number')) onTime({ seconds: info.currentTime ?? 0, durationSeconds, hasEnded })
  }
  function requestInfo() {
    if (hasAnswered || ++requests > maximumRequests) return clearInterval(timer)
    // The message holds no data, so any target origin is safe. A fixed origin would log an error while the frame is still loading.
    frame.contentWindow?.postMessage(JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }), '*')
  }
  function startRequesting() {
    requestInfo()
    timer ??= setInterval(requestInfo, requestIntervalMs)
  }

  addEventListener('message', handleMessage)
  frame.addEventListener('load', startRequesting)
  return () => {
    clearInterval(timer)
    removeEventListener('message', handleMessage)
    frame.removeEventListener('load', startRequesting)
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
