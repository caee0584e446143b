import { defaultOptions, DetailedError, Upload } from 'tus-js-client'
import type { Api } from '#web/identity/index.ts'
import { capturePoster } from './capture-poster.ts'

const endpoint = '/api/uploads/tus'
/** One request: short enough for slow lines, because servers and proxies limit the time of a request. */
const chunkBytes = 8 * 1024 * 1024
/** A connection that is lost for longer stops the upload. */
const retryDelays = [500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 30_000, 30_000]

/** A connection can die without a word, as while a laptop sleeps: without progress for so long it is opened again. */
const silentMs = 90_000
const lookEveryMs = 5_000

/** The server's answer, if there was one. */
export type LostUpload = { status: number | undefined; body: string; retryAfterSeconds: number | null }

type Events = {
  readToken: () => Promise<string | undefined>
  onSent: (sent: number, bytesPerSecond: number) => void
  /** The connection is lost, and tried again. */
  onWaiting: (bytesPerSecond: number) => void
  onLost: (lost: LostUpload) => void
  onUploaded: (uploadId: string) => void
}

export type VideoUpload = {
  /** Begins, or continues where the server is. */
  start: () => void
  pause: () => void
  /** Also deletes what the server has. */
  cancel: () => void
  /** An upload that a lesson has is not continued any more. */
  forget: () => Promise<void>
}

/** `purpose` tells uploads of one file apart. */
type Source = { file: File; video: Blob; purpose?: string }

/** An upload that can be continued, also after this page was loaded again with the same file. */
export async function openVideoUpload(
  { file, video, purpose }: Source,
  { readToken, onSent, onWaiting, onLost, onUploaded }: Events,
): Promise<VideoUpload> {
  const speed = createSpeedometer()
  const silence = createWatch(() => {
    onWaiting(0)
    void upload.abort().then(() => silence.isOn() && upload.start())
  })
  const upload = new Upload(video as File, {
    endpoint,
    chunkSize: chunkBytes,
    retryDelays,
    // Without the name of the file, which would stay in this browser.
    fingerprint: async () => ['cendaki-video', file.size, file.lastModified, purpose ?? []].flat().join('-'),
    async onBeforeRequest(request) {
      request.setHeader('Authorization', `Bearer ${(await readToken()) ?? ''}`)
    },
    onShouldRetry(error) {
      silence.heard()
      const isRepeated =
        !error.originalResponse || [409, 423, 502, 503, 504].includes(error.originalResponse.getStatus())
      if (isRepeated) onWaiting(speed.read())
      return isRepeated
    },
    onProgress(sent) {
      silence.heard()
      speed.add(sent)
      onSent(sent, speed.read())
    },
    onError(error) {
      silence.stop()
      const response = error instanceof DetailedError ? error.originalResponse : null
      onLost({
        status: response?.getStatus(),
        body: response?.getBody() ?? '',
        retryAfterSeconds: Number(response?.getHeader('retry-after')) || null,
      })
    },
    onSuccess() {
      silence.stop()
      onUploaded(upload.url?.split('/').at(-1) ?? '')
    },
  })
  const previous = (await upload.findPreviousUploads()).find(({ size }) => size === video.size)
  if (previous) upload.resumeFromPreviousUpload(previous)
  return {
    start() {
      silence.start()
      upload.start()
    },
    pause() {
      silence.stop()
      void upload.abort()
    },
    cancel() {
      silence.stop()
      // The part on the server is deleted there after some days.
      void upload.abort(true).catch(() => {})
    },
    async forget() {
      for (const { urlStorageKey } of await upload.findPreviousUploads())
        await defaultOptions.urlStorage.removeUpload(urlStorageKey)
    },
  }
}

/** The URL of the picture; empty without one, which a lesson does not need. */
export async function sendPoster(authenticated: Api['authenticated'], video: Blob): Promise<string> {
  const picture = await capturePoster(video)
  if (!picture) return ''
  return authenticated.uploads.uploadImage({ image: picture }).then(
    ({ data }) => data.url,
    () => '',
  )
}

/** The server's limit; null while it cannot be read. */
export async function readLargestBytes(): Promise<number | null> {
  const response = await fetch(endpoint, { method: 'OPTIONS' }).catch(() => null)
  return Number(response?.headers.get('tus-max-size')) || null
}

/** Calls back when nothing was heard for a while, by the clock on the wall: it goes on while a device sleeps. */
function createWatch(onSilence: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined
  let heardAt = 0
  const heard = () => void (heardAt = Date.now())
  function stop() {
    clearInterval(timer)
    timer = undefined
  }
  return {
    heard,
    stop,
    isOn: () => timer !== undefined,
    start() {
      stop()
      heard()
      timer = setInterval(() => {
        if (Date.now() - heardAt < silentMs) return
        heard()
        onSilence()
      }, lookEveryMs)
    },
  }
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
