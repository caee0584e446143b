import { addSignOutStep, signInAgain, type Api } from '#web/identity/index.ts'
import { followQueue, isFinished, type Queue, type QueueEvent } from './queue.ts'
import { runningQueue, type RunningQueue } from './running-queue.ts'
import { lossOf, uploadOne, type Attempt, type Source } from './upload-one.ts'

function discard(attempt: Attempt): void {
  attempt.upload?.cancel()
  Object.assign(attempt, { sent: null, upload: null, video: null } satisfies Attempt)
}

type Options = Pick<RunningQueue, 'course' | 'refused'> & {
  videos: readonly (Source & { chapter: string | null; hasVideo: boolean })[]
}

let tellCurrent: ((event: QueueEvent) => void) | null = null
let end: (() => void) | null = null

export const tellQueue = (event: QueueEvent): void => tellCurrent?.(event)

/** Stops what runs, and forgets it. What was sent is continued when the same files are chosen again. */
export function closeQueue(): void {
  end?.()
  end = null
  tellCurrent = null
  runningQueue.set(null)
}

export function startQueue({ authenticated, sessions }: Api, { course, refused, videos }: Options): void {
  closeQueue()
  const sources = new Map(videos.map((video) => [video.path, video]))
  const attempts = new Map<string, Attempt>()
  const { pathname } = location
  let queue: Queue = {
    mode: 'running',
    message: null,
    videos: videos.map(({ path, title, chapter, size, hasVideo, captions }) => ({
      path,
      title,
      chapter,
      size,
      state: hasVideo && captions.length === 0 ? { step: 'present' } : { step: 'queued' },
    })),
  }
  /** Counts the starts: what an interrupted one still reports is not for the queue. */
  let round = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: Attempt | null = null

  function tell(event: QueueEvent): void {
    const left = event.type === 'left-out' ? attempts.get(event.path) : undefined
    const { after, due } = followQueue(queue, event)
    queue = after
    runningQueue.set({ course, queue, refused })
    if (after.mode === 'running') clearTimeout(timer)
    if (due?.type === 'begin') void begin(due.path)
    if (due?.type === 'stop') stop()
    if (left) discard(left)
    if (due?.type === 'wait') timer = setTimeout(() => tell({ type: 'resumed' }), due.seconds * 1000)
    if (due?.type === 'sign-in') void signInAgain().then((isSignedIn) => isSignedIn && tell({ type: 'resumed' }))
  }

  async function begin(path: string): Promise<void> {
    stop()
    const own = round
    const source = sources.get(path)
    if (!source) return
    // Only one prepared video is kept in memory.
    for (const [other, attempt] of attempts) if (other !== path) attempt.video = null
    const attempt = attempts.get(path) ?? { video: null, sent: null, upload: null }
    attempts.set(path, attempt)
    current = attempt
    const tellOwn = (event: QueueEvent) => {
      if (own === round) tell(event)
    }
    const readToken = async () => (await sessions.read(pathname))?.token
    try {
      await uploadOne({ authenticated, readToken, courseId: course.id, tell: tellOwn }, source, attempt)
    } catch (error) {
      const loss = lossOf(error)
      // Refused after it was sent: on the server it would count as one that waits for its lesson.
      if (loss.status === 422) discard(attempt)
      tellOwn({ type: 'lost', path, loss })
    }
  }

  function stop(): void {
    round++
    clearTimeout(timer)
    current?.upload?.pause()
    current = null
  }

  const isOpen = () => !isFinished(queue)
  const goOn = () => queue.mode === 'offline' && tell({ type: 'resumed' })
  const warn = (event: BeforeUnloadEvent) => {
    if (isOpen()) event.preventDefault()
  }
  addEventListener('online', goOn)
  addEventListener('beforeunload', warn)
  const removeStep = addSignOutStep({
    losses: () => (isOpen() ? 'Video yang belum selesai diunggah berhenti.' : ''),
    clear: closeQueue,
  })
  end = () => {
    stop()
    removeEventListener('online', goOn)
    removeEventListener('beforeunload', warn)
    removeStep()
  }
  tellCurrent = tell
  tell({ type: 'began' })
}
