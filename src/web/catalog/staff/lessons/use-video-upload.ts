import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { signInAgain, useApi } from '#web/identity/index.ts'
import { prepareVideo } from './prepare-video.ts'
import type { UploadProgress } from './save-after-upload.ts'
import { openVideoUpload, readLargestBytes, sendPoster, type VideoUpload } from './send-video.ts'
import { followUpload, progressOf, type UploadEvent, type UploadState } from './upload-flow.ts'

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
  const upload = useRef<VideoUpload | null>(null)
  /** Counts the chosen files: what an earlier one still reports is ignored. */
  const round = useRef(0)
  useEffect(
    () => () => {
      round.current++
      upload.current?.pause()
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
    upload.current?.pause()
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
    const next = await openVideoUpload(
      { file, video },
      {
        readToken: async () => (await sessions.read(location.pathname))?.token,
        onSent: (sent, bytesPerSecond) => report({ type: 'sent', sent, bytesPerSecond }),
        onWaiting: (bytesPerSecond) => report({ type: 'waiting', bytesPerSecond }),
        onLost: ({ status, body }) => report({ type: 'lost', status, body }),
        // The picture follows; the lesson can be saved without it.
        async onUploaded(uploadId) {
          if (!isCurrent()) return
          void next.forget()
          report({ type: 'uploaded', name: file.name, seconds, url: URL.createObjectURL(video) })
          onDone({ uploadId, poster: '' })
          const poster = await sendPoster(authenticated, video)
          if (!isCurrent()) return
          if (poster) onDone({ uploadId, poster })
          report({ type: 'settled' })
        },
      },
    )
    if (!isCurrent()) return
    upload.current = next
    report({ type: 'started', bytes: video.size })
    next.start()
  }

  return {
    state,
    choose,
    pause() {
      upload.current?.pause()
      tell({ type: 'paused' })
    },
    resume() {
      tell({ type: 'resumed' })
      upload.current?.start()
    },
    /** Also deletes what the server has. */
    cancel() {
      round.current++
      // The server deletes an unfinished upload after some days.
      upload.current?.cancel()
      tell({ type: 'cancelled' })
    },
  }
}
