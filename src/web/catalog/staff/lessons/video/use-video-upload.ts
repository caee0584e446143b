import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DetailedError, Upload } from 'tus-js-client'
import { tooLargeVideo, videoMessages } from '#contract/catalog/video.ts'
import { tooLargeForServer } from '#contract/kit/client.ts'
import { requestLogin, useApi } from '#web/identity/index.ts'
import { capturePoster } from './capture-poster.ts'
import { prepareVideo } from './prepare-video.ts'
import type { UploadProgress } from './save-after-upload.ts'

/** `failed`: the file cannot be used. `stopped`: the upload can be continued; `message` says why it stopped, if not by the user. */
export type UploadState =
  | { step: 'empty' }
  | { step: 'checking' }
  | { step: 'rewriting'; share: number }
  | { step: 'uploading'; sent: number; bytes: number; bytesPerSecond: number; isWaiting: boolean }
  | { step: 'stopped'; sent: number; bytes: number; message: string | null }
  | { step: 'done'; name: string; seconds: number; url: string }
  | { step: 'failed'; message: string }

const endpoint = '/api/uploads/tus'
/** One request: short enough for slow lines, because servers and proxies limit the time of a request. */
const chunkBytes = 8 * 1024 * 1024
/** A connection that is lost for longer stops the upload; the user continues it. */
const retryDelays = [500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 30_000, 30_000]
const unreachable = 'Koneksi terputus. Yang sudah terkirim tersimpan di server.'

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
  const [state, setState] = useState<UploadState>({ step: 'empty' })
  const [isSettled, setSettled] = useState(true)
  const progress = progressOf(state, isSettled)
  const tellProgress = useEffectEvent(onProgress)
  const tellRemoved = useEffectEvent(onRemoved)
  useEffect(() => tellProgress(progress), [progress])
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

  function giveUp(message: string) {
    setState({ step: 'failed', message })
    onGivenUp()
  }

  async function choose(file: File) {
    const own = ++round.current
    const isCurrent = () => own === round.current
    void upload.current?.abort()
    onBegin()
    setSettled(true)
    setState({ step: 'checking' })
    const largest = await readLargestBytes()
    if (largest !== null && file.size > largest) return isCurrent() && giveUp(tooLargeVideo(largest))
    const prepared = await prepareVideo(file, (share) => isCurrent() && setState({ step: 'rewriting', share }))
    if (!isCurrent()) return
    if (prepared.outcome === 'rejected') return giveUp(prepared.message)
    await send(file, prepared, isCurrent)
  }

  async function send(file: File, { video, seconds }: { video: Blob; seconds: number }, isCurrent: () => boolean) {
    const bytes = video.size
    const speed = createSpeedometer()
    const progress = { sent: 0 }
    const show = (isWaiting: boolean) =>
      isCurrent() && setState({ step: 'uploading', ...progress, bytes, bytesPerSecond: speed.read(), isWaiting })
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
        if (isRepeated) show(true)
        return isRepeated
      },
      onProgress(sent) {
        progress.sent = sent
        speed.add(sent)
        show(false)
      },
      onError(error) {
        if (!isCurrent()) return
        const status = statusOf(error)
        if (status === 401) void requestLogin()
        if (status === 413) return giveUp(bodyOf(error))
        setState({ step: 'stopped', ...progress, bytes, message: status === undefined ? unreachable : bodyOf(error) })
      },
      // The picture follows; the lesson can be saved without it.
      async onSuccess() {
        if (!isCurrent()) return
        const uploadId = next.url?.split('/').at(-1) ?? ''
        setState({ step: 'done', name: file.name, seconds, url: URL.createObjectURL(video) })
        setSettled(false)
        onDone({ uploadId, poster: '' })
        const poster = await sendPoster(video)
        if (!isCurrent()) return
        if (poster) onDone({ uploadId, poster })
        setSettled(true)
      },
    })
    upload.current = next
    show(false)
    const previous = (await next.findPreviousUploads()).find(({ size }) => size === bytes)
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
      setState((before) =>
        before.step === 'uploading'
          ? { step: 'stopped', sent: before.sent, bytes: before.bytes, message: null }
          : before,
      )
    },
    resume() {
      setState((before) =>
        before.step === 'stopped'
          ? { step: 'uploading', sent: before.sent, bytes: before.bytes, bytesPerSecond: 0, isWaiting: true }
          : before,
      )
      upload.current?.start()
    },
    /** Also deletes what the server has. */
    cancel() {
      round.current++
      // What stays on the server is deleted there after some days.
      void upload.current?.abort(true).catch(() => {})
      setState({ step: 'empty' })
      onGivenUp()
    },
  }
}

function progressOf({ step }: UploadState, isSettled: boolean): UploadProgress {
  if (step === 'stopped') return 'stopped'
  if (step === 'done') return isSettled ? 'done' : 'running'
  return step === 'checking' || step === 'rewriting' || step === 'uploading' ? 'running' : 'none'
}

const statusOf = (error: Error): number | undefined =>
  error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined

const bodyOf = (error: Error): string => {
  const text = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : ''
  // Failures of the site are JSON, those of the protocol plain text, those of a proxy before the server pages.
  if (/^\s*</.test(text)) return statusOf(error) === 413 ? tooLargeForServer : unreachable
  if (!text.startsWith('{')) return text.trim() || videoMessages.incomplete
  return (JSON.parse(text) as { message?: string }).message ?? unreachable
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
