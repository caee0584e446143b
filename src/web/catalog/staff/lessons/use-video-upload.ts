import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DetailedError, Upload } from 'tus-js-client'
import { signInAgain, useApi } from '#web/identity/index.ts'
import { capturePoster } from './capture-poster.ts'
import { prepareVideo } from './prepare-video.ts'
import type { UploadProgress } from './save-after-upload.ts'
import { followUpload, progressOf, type UploadEvent, type UploadState } from './upload-flow.ts'

const endpoint = '/api/uploads/tus'
/** One request: short enough for slow lines, because servers and proxies limit the time of a request. */
const chunkBytes = 8 * 1024 * 1024
/** A connection that is lost for longer stops the upload; the user continues it. */
const retryDelays = [500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 30_000, 30_000]

type Options = {
  /** A file was chosen: the form has no video until it is uploaded. */
  onBegin: () => void
  onDone: (video: { uploadId: string; poster: string }) => void
  /** Cancelled, or the file cannot be used. */
  onGivenUp: () => void
  onProgress: (progress: UploadProgress) => void
  /** The field is not shown any more: the upload ends. */
  onRemoved: () => void
}

/** Checks a video in the browser and uploads it so that it can be continued, also after this page was loaded again with the same file. */
export function useVideoUpload({ onBegin, onDone, onGivenUp, onProgress, onRemoved }: Options) {
  const { authenticated, sessions } = useApi()
  // Several events may come before the next render.
  const current = useRef<UploadState>({ step: 'empty' })
  const [state, setState] = useState<UploadState>({ step: 'empty' })
  const progress = progressOf(state)
  const tellProgress = useEffectEvent(onProgress)
  const tellRemoved = useEffectEvent(onRemoved)
  useEffect(() => tellProgress(progress), [progress])
  // Until its URL is revoked, the whole video stays in memory.
  const shownUrl = state.step === 'done' ? state.url : null
  useEffect(() => (shownUrl === null ? undefined : () => URL.revokeObjectURL(shownUrl)), [shownUrl])
  const upload = useRef<Upload | null>(null)
  /** Counts the chosen files: what an earlier one still reports is ignored. */
  const round = useRef(0)
  useEffect(
    () => () => {
      round.current++
      void upload.current?.abort()
      tellRemoved()
    },
    [],
  )

  function tell(event: UploadEvent) {
    const { after, due } = followUpload(current.current, event)
    current.current = after
    setState(after)
    if (due === 'begin') onBegin()
    if (due === 'give-up') onGivenUp()
    if (due === 'sign-in') void signInAgain()
  }

  async function choose(file: File) {
    const own = ++round.current
    const isCurrent = () => own === round.current
    const report = (event: UploadEvent) => {
      if (isCurrent()) tell(event)
    }
    void upload.current?.abort()
    tell({ type: 'chosen' })
    const largest = await readLargestBytes()
    if (largest !== null && file.size > largest) return report({ type: 'too-large', largest })
    const prepared = await prepareVideo(file, (share) => report({ type: 'rewriting', share }))
    if (prepared.outcome === 'rejected') return report({ type: 'rejected', message: prepared.message })
    if (isCurrent()) await send(file, prepared, isCurrent, report)
  }

  async function send(
    file: File,
    { video, seconds }: { video: Blob; seconds: number },
    isCurrent: () => boolean,
    report: (event: UploadEvent) => void,
  ) {
    const speed = createSpeedometer()
    const next = new Upload(video as File, {
      endpoint,
      chunkSize: chunkBytes,
      retryDelays,
      removeFingerprintOnSuccess: true,
      // Without the name of the file, which would stay in this browser.
      fingerprint: async () => `cendaki-video-${file.size}-${file.lastModified}`,
      async onBeforeRequest(request) {
        request.setHeader('Authorization', `Bearer ${(await sessions.read(location.pathname))?.token ?? ''}`)
      },
      onShouldRetry(error) {
        const isRepeated =
          !error.originalResponse || [409, 423, 502, 503, 504].includes(error.originalResponse.getStatus())
        if (isRepeated) report({ type: 'waiting', bytesPerSecond: speed.read() })
        return isRepeated
      },
      onProgress(sent) {
        speed.add(sent)
        report({ type: 'sent', sent, bytesPerSecond: speed.read() })
      },
      onError(error) {
        const response = error instanceof DetailedError ? error.originalResponse : null
        report({ type: 'lost', status: response?.getStatus(), body: response?.getBody() ?? '' })
      },
      // The picture follows; the lesson can be saved without it.
      async onSuccess() {
        if (!isCurrent()) return
        const uploadId = next.url?.split('/').at(-1) ?? ''
        report({ type: 'uploaded', name: file.name, seconds, url: URL.createObjectURL(video) })
        onDone({ uploadId, poster: '' })
        const poster = await sendPoster(video)
        if (!isCurrent()) return
        if (poster) onDone({ uploadId, poster })
        report({ type: 'settled' })
      },
    })
    upload.current = next
    report({ type: 'started', bytes: video.size })
    const previous = (await next.findPreviousUploads()).find(({ size }) => size === video.size)
    if (previous) next.resumeFromPreviousUpload(previous)
    if (isCurrent()) next.start()
  }

  /** The URL of the picture; empty without one, which a lesson does not need. */
  async function sendPoster(video: Blob): Promise<string> {
    const picture = await capturePoster(video)
    if (!picture) return ''
    return authenticated.uploads.uploadImage({ image: picture }).then(
      ({ data }) => data.url,
      () => '',
    )
  }

  return {
    state,
    choose,
    pause() {
      void upload.current?.abort()
      tell({ type: 'paused' })
    },
    resume() {
      tell({ type: 'resumed' })
      upload.current?.start()
    },
    /** Also deletes what the server has. */
    cancel() {
      round.current++
      // What stays on the server is deleted there after some days.
      void upload.current?.abort(true).catch(() => {})
      tell({ type: 'cancelled' })
    },
  }
}

/** The server's limit; null while it cannot be read. */
export async function readLargestBytes(): Promise<number | null> {
  const response = await fetch(endpoint, { method: 'OPTIONS' }).catch(() => null)
  return Number(response?.headers.get('tus-max-size')) || null
}

const measuredMs = 10_000

/** The speed of the last seconds, in bytes a second. */
function createSpeedometer() {
  let samples: { at: number; sent: number }[] = []
  return {
    add(sent: number) {
      const at = performance.now()
      samples = [...samples.filter((sample) => at - sample.at < measuredMs), { at, sent }]
    },
    read(): number {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at - first.at < 500) return 0
      return Math.max(0, ((last.sent - first.sent) * 1000) / (last.at - first.at))
    },
  }
}
