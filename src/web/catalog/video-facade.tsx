import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useEffect, useRef, useState } from 'react'

type Props = {
  youtubeId: string
  title: string
  /** An image of this site: nothing is loaded from YouTube before a tap. */
  poster: string
  /** For places where the title is already shown above. */
  hideTitle?: boolean
  /** The resume position; 0 is the beginning. */
  startSeconds?: number
  /** Called when the player is rendered; returns a cleanup function. */
  onPlaying?: ((frame: HTMLIFrameElement) => () => void) | undefined
}

/** A video that is an image and a button until the user starts it. */
export function VideoFacade({ youtubeId, title, poster, hideTitle = false, startSeconds = 0, onPlaying }: Props) {
  const [playsFrom, setPlaysFrom] = useState<number | null>(null)
  return (
    <div className="relative isolate aspect-video overflow-hidden rounded-card bg-nila-900">
      {playsFrom === null ? (
        <Poster title={title} poster={poster} hideTitle={hideTitle} startSeconds={startSeconds} onPlay={setPlaysFrom} />
      ) : (
        <Player key={youtubeId} youtubeId={youtubeId} title={title} startSeconds={playsFrom} onPlaying={onPlaying} />
      )}
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
            <span className="flex min-h-14 items-center gap-2.5 rounded-full bg-kunyit pr-6 pl-5 font-bold text-on-kunyit shadow-dialog soft zoom md:min-h-16 md:text-lg">
              <Play aria-hidden className="size-6 fill-current" /> Lanjutkan dari {formatClock(startSeconds)}
            </span>
          ) : (
            <span className="grid size-16 place-items-center rounded-full bg-kunyit text-on-kunyit shadow-dialog soft zoom md:size-20">
              <Play className="ml-1 size-7 fill-current md:size-8" />
            </span>
          )}
        </span>
      </button>
      {startSeconds > 0 && (
        <button
          type="button"
          onClick={() => onPlay(0)}
          className="absolute right-3 bottom-3 flex min-h-11 items-center gap-2 rounded-button bg-nila-900/85 px-4 text-sm font-bold text-white hover:bg-nila-900"
        >
          <RotateCcw aria-hidden className="size-4" /> Dari awal
        </button>
      )}
    </>
  )
}

/** As in video players: 3:20, 1:02:05. */
function formatClock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, String(Math.floor(seconds) % 60).padStart(2, '0')]
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

type PlayerProps = Pick<Props, 'youtubeId' | 'title' | 'onPlaying'> & { startSeconds: number }

function Player({ youtubeId, title, startSeconds, onPlaying }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [online, setOnline] = useState(true)
  useEffect(() => {
    setOnline(navigator.onLine)
    // The focused button was removed, so the focus moves to the video.
    frame.current?.focus()
  }, [])
  useEffect(() => (frame.current && onPlaying ? onPlaying(frame.current) : undefined), [onPlaying])
  if (!online) return <p className="grid size-full place-items-center p-6 text-center font-semibold text-white">Video butuh koneksi internet.</p>
  const parameters = new URLSearchParams({
    autoplay: '1',
    rel: '0',
    hl: 'id',
    cc_load_policy: '1',
    ...(startSeconds > 0 ? { start: String(Math.floor(startSeconds)) } : {}),
    // Makes the player report its position.
    ...(onPlaying ? { enablejsapi: '1', origin: location.origin } : {}),
  })
  return (
    <iframe
      ref={frame}
      title={title}
      src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(youtubeId)}?${parameters}`}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
      className="size-full border-0"
    />
  )
}
