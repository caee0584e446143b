const playerOrigin = 'https://www.youtube-nocookie.com'
const requestIntervalMs = 500
/** Without a message this long after the frame was added, or after its document was loaded, the video counts as not reachable. */
const loadTimeoutMs = 20_000
const responseTimeoutMs = 6_000
const states = { ended: 0, playing: 1 } as const

export type Watched = { seconds: number; durationSeconds: number | null; hasEnded: boolean }

/** `unreachable`: the player did not load. `unavailable`: it loaded, but YouTube does not play this video here. */
export type VideoFailure = 'unreachable' | 'unavailable'

export type VideoEvents = {
  onTime?: ((watched: Watched) => void) | undefined
  /** The length of the video, once the player knows it. */
  onDuration?: ((seconds: number) => void) | undefined
  /** Null when a player that did not respond in time responds after all. */
  onFailure: (failure: VideoFailure | null) => void
}

/**
 * Reads the state of a YouTube player through `postMessage` (the protocol of its iframe API, without its script).
 * Needs `enablejsapi=1` in the frame's URL. Returns a function that stops listening.
 */
export function watchYoutube(frame: HTMLIFrameElement, { onTime, onDuration, onFailure }: VideoEvents): () => void {
  let hasAnswered = false
  let hasPlayed = false
  let durationSeconds: number | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  let failing: ReturnType<typeof setTimeout> | undefined

  function handleMessage({ source, origin, data }: MessageEvent) {
    // Any window may post messages to this page; only those of the player count.
    if (source !== frame.contentWindow || origin !== playerOrigin) return
    const message = readMessage(data)
    if (!message) return
    clearTimeout(failing)
    if (message.event === 'onError') return onFailure('unavailable')
    if (!hasAnswered) onFailure(null)
    hasAnswered = true
    const { info } = message
    if (typeof info !== 'object' || info === null) return
    if (typeof info.duration === 'number' && info.duration > 0 && info.duration !== durationSeconds) {
      durationSeconds = info.duration
      onDuration?.(info.duration)
    }
    // Before it plays, a player with a start time still reports 0.
    if (info.playerState === states.playing) hasPlayed = true
    const hasEnded = info.playerState === states.ended
    if (hasPlayed && (hasEnded || typeof info.currentTime === 'number'))
      onTime?.({ seconds: info.currentTime ?? 0, durationSeconds, hasEnded })
  }
  function requestInfo() {
    if (hasAnswered) return clearInterval(timer)
    // The message holds no data, so any target origin is safe. A fixed origin would log an error while the frame is still loading.
    frame.contentWindow?.postMessage(JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }), '*')
  }
  // Browsers report error pages as loaded, too, so only a message shows that the player works.
  function startRequesting() {
    failWithin(responseTimeoutMs)
    requestInfo()
    timer ??= setInterval(requestInfo, requestIntervalMs)
  }

  function failWithin(ms: number) {
    clearTimeout(failing)
    if (!hasAnswered) failing = setTimeout(() => onFailure('unreachable'), ms)
  }

  failWithin(loadTimeoutMs)
  addEventListener('message', handleMessage)
  frame.addEventListener('load', startRequesting)
  return () => {
    clearInterval(timer)
    clearTimeout(failing)
    removeEventListener('message', handleMessage)
    frame.removeEventListener('load', startRequesting)
  }
}

/** A player that is still loading ignores it. */
export function seekYoutube(frame: HTMLIFrameElement, seconds: number): void {
  frame.contentWindow?.postMessage(
    JSON.stringify({ event: 'command', func: 'seekTo', args: [seconds, true] }),
    playerOrigin,
  )
}

type Info = { currentTime?: number; duration?: number; playerState?: number }
/** The `info` of an error is its code. */
type Message = { event: string; info?: Info | number | null }

/** A message of the player; null for any other. */
function readMessage(data: unknown): Message | null {
  if (typeof data !== 'string') return null
  try {
    const message = JSON.parse(data) as Partial<Message> | null
    return typeof message?.event === 'string' ? (message as Message) : null
  } catch {
    return null
  }
}
