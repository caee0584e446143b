import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatClock } from './format-clock.ts'
import { watchYoutube, type VideoEvents, type VideoFailure, type Watched } from './watch-youtube.ts'

type Props = {
  youtubeId: string
  title: string
  /** An image of this site: nothing is loaded from YouTube before a tap. */
  poster: string
  /** For places where the title is already shown above. */
  hideTitle?: boolean
  /** The resume position; 0 is the beginning. */
  startSeconds?: number
} & Pick<VideoEvents, 'onTime' | 'onDuration'>

/** A video that is an image and a button until the user starts it. A video that does not load says so, with a retry and a link. */
export function VideoFacade({ youtubeId, title, poster, hideTitle = false, startSeconds = 0, onTime, onDuration }: Props) {
  const [playsFrom, setPlaysFrom] = useState<number | null>(null)
  const [failure, setFailure] = useState<VideoFailure | null>(null)
  const [attempt, setAttempt] = useState(1)
  function retry() {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  return (
    // A long explanation makes the box higher than a video.
    <div className={classNames('relative isolate aspect-video rounded-card bg-nila-900', !failure && 'overflow-hidden')}>
      {playsFrom === null ? (
        <Poster title={title} poster={poster} hideTitle={hideTitle} startSeconds={startSeconds} onPlay={setPlaysFrom} />
      ) : (
        <Player
          key={`${youtubeId} ${attempt}`}
          youtubeId={youtubeId}
          title={title}
          startSeconds={playsFrom}
          isHidden={failure !== null}
          onTime={onTime}
          onDuration={onDuration}
          onFailure={setFailure}
        />
      )}
      {failure && <FailureNotice failure={failure} youtubeId={youtubeId} onRetry={retry} />}
    </div>
  )
}

type PosterProps = { title: string; poster: string; hideTitle: boolean; startSeconds: number; onPlay: (fromSeconds: number) => void }

function Poster({ title, poster, hideTitle, startSeconds, onPlay }: PosterProps) {
  return (
    <>
      <button type="button" onClick={() => onPlay(startSeconds)} className="group absolute inset-0 size-full text-left focus-visible:-outline-offset-4">
        <img src={poster} alt="" width={640} height={360} className="cover-art size-full object-cover" />
        <span className="shade-top absolute inset-0" />
        {/* At the top, because generated covers have a symbol at the bottom left. */}
        <span className={hideTitle ? 'sr-only' : 'absolute inset-x-4 top-3.5 text-white md:inset-x-6 md:top-5'}>
          <span className="sr-only">Putar video: </span>
          <span className="line-clamp-2 leading-snug font-bold md:text-lg">{title}</span>
        </span>
        <span className="absolute inset-0 grid place-items-center">
          {startSeconds > 0 ? (
            <span className="flex min-h-14 items-center gap-2.5 rounded-full bg-kunyit px-5 font-bold text-on-kunyit shadow-dialog soft zoom md:text-lg">
              <Play aria-hidden className="size-6 fill-current" /> Lanjutkan dari {formatClock(startSeconds)}
            </span>
          ) : (
            <span className="grid size-16 place-items-center rounded-full bg-kunyit text-on-kunyit shadow-dialog soft zoom md:size-20">
              <Play className="ml-1 size-7 fill-current" />
            </span>
          )}
        </span>
      </button>
      {startSeconds > 0 && (
        <button
          type="button"
          onClick={() => onPlay(0)}
          className="absolute right-3 bottom-3 flex min-h-11 items-center gap-2 rounded-button bg-nila-900 px-4 text-sm font-bold text-white hover:underline"
        >
          <RotateCcw aria-hidden className="size-4" /> Dari awal
        </button>
      )}
    </>
  )
}

type PlayerProps = Pick<Props, 'youtubeId' | 'title' | 'onTime' | 'onDuration'> & {
  startSeconds: number
  /** The player did not load: its place is taken by an explanation. */
  isHidden: boolean
  onFailure: (failure: VideoFailure | null) => void
}

function Player({ youtubeId, title, startSeconds, isHidden, onTime, onDuration, onFailure }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  // The focused button was removed, so the focus moves to the video.
  useEffect(() => frame.current?.focus(), [])
  const reportTime = useEffectEvent((watched: Watched) => onTime?.(watched))
  const reportDuration = useEffectEvent((seconds: number) => onDuration?.(seconds))
  const reportFailure = useEffectEvent(onFailure)
  useEffect(() => {
    if (!navigator.onLine) return reportFailure('unreachable')
    return frame.current ? watchYoutube(frame.current, { onTime: reportTime, onDuration: reportDuration, onFailure: reportFailure }) : undefined
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

function FailureNotice({ failure, youtubeId, onRetry }: { failure: VideoFailure; youtubeId: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid size-full content-center justify-items-center gap-4 p-5 text-center text-white">
      <p className="max-w-110 font-semibold text-balance">{failureTexts[failure]}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="buy" size="sm" onClick={onRetry}>
          Coba lagi
        </Button>
        <a
          href={`https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          Buka di YouTube
        </a>
      </div>
    </div>
  )
}
