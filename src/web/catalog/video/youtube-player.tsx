import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { buttonClass } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { videoBox } from './video-box.ts'
import type { VideoControl } from './video-control.ts'
import { VideoFailureNotice } from './video-failure-notice.tsx'
import { seekYoutube, watchYoutube, type VideoEvents, type VideoFailure, type Watched } from './watch-youtube.ts'

export type YoutubePlayerProps = {
  youtubeId: string
  title: string
  startSeconds: number
  control?: Ref<VideoControl> | undefined
} & Pick<VideoEvents, 'onTime' | 'onDuration'>

/** The player of a video that was started, or what happened when it did not load. */
export function YoutubePlayer(props: YoutubePlayerProps) {
  const [failure, setFailure] = useState<VideoFailure | null>(null)
  const [attempt, setAttempt] = useState(1)
  function retry() {
    setFailure(null)
    setAttempt((before) => before + 1)
  }
  useEffect(() => {
    // Without a timer: where YouTube is blocked, it stays so.
    if (failure !== 'unreachable') return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [failure])
  return (
    // A long explanation makes the box higher than a video.
    <div className={classNames(videoBox, !failure && 'overflow-hidden')}>
      <Player key={attempt} {...props} isHidden={failure !== null} onFailure={setFailure} />
      {failure && <FailureNotice failure={failure} youtubeId={props.youtubeId} onRetry={retry} />}
    </div>
  )
}

type PlayerProps = YoutubePlayerProps & {
  /** The player did not load: its place is taken by an explanation. */
  isHidden: boolean
  onFailure: (failure: VideoFailure | null) => void
}

function Player({ youtubeId, title, startSeconds, isHidden, control, onTime, onDuration, onFailure }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const reached = useRef(startSeconds)
  // The focused button was removed, so the focus moves to the video.
  useEffect(() => frame.current?.focus(), [])
  useImperativeHandle(control, () => ({
    now: () => reached.current,
    seek(seconds) {
      if (!frame.current) return
      reached.current = seconds
      seekYoutube(frame.current, seconds)
      frame.current.scrollIntoView({ block: 'nearest' })
    },
  }))
  const reportTime = useEffectEvent((watched: Watched) => {
    reached.current = watched.seconds
    onTime?.(watched)
  })
  const reportDuration = useEffectEvent((seconds: number) => onDuration?.(seconds))
  const reportFailure = useEffectEvent(onFailure)
  useEffect(() => {
    if (!navigator.onLine) return reportFailure('unreachable')
    return frame.current
      ? watchYoutube(frame.current, { onTime: reportTime, onDuration: reportDuration, onFailure: reportFailure })
      : undefined
  }, [])
  const parameters = new URLSearchParams({
    autoplay: '1',
    rel: '0',
    hl: 'id',
    cc_load_policy: '1',
    ...(startSeconds > 0 ? { start: String(Math.floor(startSeconds)) } : {}),
    // Makes the player report its state.
    enablejsapi: '1',
    origin: location.origin,
  })
  return (
    <iframe
      ref={frame}
      title={title}
      src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(youtubeId)}?${parameters}`}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
      className={isHidden ? 'hidden' : 'size-full border-0'}
    />
  )
}

const failureTexts: Record<VideoFailure, string> = {
  unreachable: 'Video belum bisa dimuat. Koneksi terputus, lambat, atau YouTube diblokir di jaringan ini.',
  unavailable: 'YouTube tidak memutar video ini di sini. Videonya mungkin dihapus atau dibatasi.',
}

function FailureNotice({
  failure,
  youtubeId,
  onRetry,
}: {
  failure: VideoFailure
  youtubeId: string
  onRetry: () => void
}) {
  return (
    <VideoFailureNotice text={failureTexts[failure]} onRetry={onRetry}>
      <a
        href={`https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        Buka di YouTube
      </a>
    </VideoFailureNotice>
  )
}
