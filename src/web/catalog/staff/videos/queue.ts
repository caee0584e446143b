/** `failed` does not keep the videos after it waiting. `present`: the lesson had a video before. */
export type VideoStep =
  | { step: 'queued' }
  | { step: 'checking' }
  | { step: 'rewriting'; share: number }
  | { step: 'sending'; sent: number; bytes: number; bytesPerSecond: number; isWaiting: boolean }
  | { step: 'saving' }
  | { step: 'done'; note: string | null }
  | { step: 'present' }
  | { step: 'failed'; message: string }

export type QueuedVideo = { path: string; title: string; chapter: string | null; size: number; state: VideoStep }

/**
 * `offline`: tried again by itself, and with the connection. `resting`: the server named a time. `paused`: the user continues it; `message` says why,
 * if it was not the user who paused.
 */
export type QueueMode = 'running' | 'offline' | 'resting' | 'paused'
export type Queue = { mode: QueueMode; message: string | null; videos: readonly QueuedVideo[] }

/** The failure of a call or an upload; no `status` without an answer. */
export type Loss = { status: number | undefined; message: string; retryAfterSeconds: number | null }

export type QueueEvent =
  | { type: 'began' }
  | { type: 'rewriting'; path: string; share: number }
  | { type: 'sent'; path: string; sent: number; bytes: number; bytesPerSecond: number }
  /** The connection is lost, and tried again. */
  | { type: 'waiting'; path: string }
  | { type: 'uploaded'; path: string }
  | { type: 'saved'; path: string; note: string | null }
  /** The lesson has got a video meanwhile. */
  | { type: 'found'; path: string }
  | { type: 'rejected'; path: string; message: string }
  | { type: 'lost'; path: string; loss: Loss }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'retried'; path: string | null }
  | { type: 'left-out'; path: string }

/** The next step. `begin` also continues a video that was interrupted. */
export type QueueDue =
  | { type: 'begin'; path: string }
  | { type: 'stop' }
  | { type: 'sign-in' }
  | { type: 'wait'; seconds: number }
  | null
type Step = { after: Queue; due: QueueDue }

const offlineSeconds = 15
/** Failures of the whole server or account, so that the next video would fail the same way. */
const concernsAll: ReadonlySet<number> = new Set([401, 403, 429, 507])

const isActive = ({ step }: VideoStep): boolean => ['checking', 'rewriting', 'sending', 'saving'].includes(step)
const isOpen = ({ step }: VideoStep): boolean => step === 'queued'

export const isFinished = ({ videos }: Queue): boolean => !videos.some(({ state }) => isOpen(state) || isActive(state))

/** One video at a time: the line is the bottleneck, and the first lessons are whole early. */
export function followQueue(before: Queue, event: QueueEvent): Step {
  switch (event.type) {
    case 'began':
    case 'resumed':
      return goOn({ ...before, mode: 'running', message: null })
    case 'paused':
      return { after: waitingAgain({ ...before, mode: 'paused', message: null }), due: { type: 'stop' } }
    case 'retried':
      return retry(before, event.path)
    case 'left-out':
      return leaveOut(before, event.path)
    case 'lost':
      return lose(before, event)
    default:
      return progress(before, event)
  }
}

type Progress = Extract<
  QueueEvent,
  { type: 'rewriting' | 'sent' | 'waiting' | 'uploaded' | 'saved' | 'found' | 'rejected' }
>

/** Ignores reports about a video that is not the current one any more. */
function progress(before: Queue, event: Progress): Step {
  const video = before.videos.find(({ path }) => path === event.path)
  if (!video || !isActive(video.state)) return { after: before, due: null }
  const show = (state: VideoStep) => put(before, event.path, state)
  switch (event.type) {
    case 'rewriting':
      return { after: show({ step: 'rewriting', share: event.share }), due: null }
    case 'sent': {
      const { sent, bytes, bytesPerSecond } = event
      return { after: show({ step: 'sending', sent, bytes, bytesPerSecond, isWaiting: false }), due: null }
    }
    case 'waiting':
      return {
        after: video.state.step === 'sending' ? show({ ...video.state, isWaiting: true }) : before,
        due: null,
      }
    case 'uploaded':
      return { after: show({ step: 'saving' }), due: null }
    case 'saved':
      return goOn(show({ step: 'done', note: event.note }))
    case 'found':
      return goOn(show({ step: 'present' }))
    case 'rejected':
      return goOn(show({ step: 'failed', message: event.message }))
  }
}

function lose(before: Queue, { path, loss }: Extract<QueueEvent, { type: 'lost' }>): Step {
  const video = before.videos.find((other) => other.path === path)
  if (!video || !isActive(video.state)) return { after: before, due: null }
  const { status, message, retryAfterSeconds } = loss
  if (status === undefined || [408, 500, 502, 503, 504].includes(status))
    return {
      after: waitingAgain({ ...before, mode: 'offline', message }),
      due: { type: 'wait', seconds: retryAfterSeconds ?? offlineSeconds },
    }
  if (!concernsAll.has(status)) return goOn(put(before, path, { step: 'failed', message }))
  if (status === 429 && retryAfterSeconds !== null)
    return {
      after: waitingAgain({ ...before, mode: 'resting', message }),
      due: { type: 'wait', seconds: retryAfterSeconds },
    }
  return {
    after: waitingAgain({ ...before, mode: 'paused', message }),
    due: status === 401 ? { type: 'sign-in' } : null,
  }
}

function retry(before: Queue, path: string | null): Step {
  const videos = before.videos.map((video): QueuedVideo =>
    video.state.step === 'failed' && (path === null || video.path === path)
      ? { ...video, state: { step: 'queued' } }
      : video,
  )
  const after = { ...before, videos }
  return before.mode === 'running' && !videos.some(({ state }) => isActive(state)) ? goOn(after) : { after, due: null }
}

function leaveOut(before: Queue, path: string): Step {
  const left = before.videos.find((video) => video.path === path)
  const after = { ...before, videos: before.videos.filter((video) => video !== left) }
  if (!left || !isActive(left.state)) return { after, due: null }
  const next = goOn(after)
  return next.due ? next : { after: next.after, due: { type: 'stop' } }
}

/** Begins the first video that waits. */
function goOn(before: Queue): Step {
  const next = before.videos.find(({ state }) => isOpen(state))
  if (before.mode !== 'running' || !next || before.videos.some(({ state }) => isActive(state)))
    return { after: before, due: null }
  return { after: put(before, next.path, { step: 'checking' }), due: { type: 'begin', path: next.path } }
}

const put = (queue: Queue, path: string, state: VideoStep): Queue => ({
  ...queue,
  videos: queue.videos.map((video) => (video.path === path ? { ...video, state } : video)),
})

/** The interrupted video is the first one again. */
const waitingAgain = (queue: Queue): Queue => ({
  ...queue,
  videos: queue.videos.map((video) => (isActive(video.state) ? { ...video, state: { step: 'queued' } } : video)),
})

export type QueueTotals = { all: number; done: number; failed: number; bytes: number; sent: number }

export function totalsOf({ videos }: Queue): QueueTotals {
  const totals = { all: videos.length, done: 0, failed: 0, bytes: 0, sent: 0 }
  for (const { size, state } of videos) {
    totals.bytes += size
    if (state.step === 'done' || state.step === 'present') totals.done++
    if (state.step === 'failed') totals.failed++
    if (state.step === 'sending') totals.sent += Math.min(size, state.sent)
    if (['done', 'present', 'failed', 'saving'].includes(state.step)) totals.sent += size
  }
  return totals
}
