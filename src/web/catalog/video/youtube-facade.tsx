import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { lazy, Suspense, useState, type ComponentType, type Ref } from 'react'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { formatClock } from './format-clock.ts'
import { videoBox } from './video-box.ts'
import type { VideoControl } from './video-control.ts'
import type { YoutubePlayerProps } from './youtube-player.tsx'
import type { VideoEvents } from './watch-youtube.ts'

const loadPlayer = () => import('./youtube-player.tsx')
const YoutubePlayer = lazy<ComponentType<YoutubePlayerProps>>(() =>
  loadPlayer().then(
    (player) => ({ default: player.YoutubePlayer }),
    () => ({ default: NoPlayer }),
  ),
)
const NoPlayer = () => (
  <p className={classNames(videoBox, 'grid place-items-center p-6 text-center font-semibold text-white')}>
    Video butuh koneksi internet.
  </p>
)

type Props = {
  youtubeId: string
  title: string
  /** An image of this site: nothing is loaded from YouTube before a tap. */
  poster: string
  /** For places where the title is already shown above. */
  hideTitle?: boolean
  /** The resume position; 0 is the beginning. */
  startSeconds?: number
  /** Starts it as a press does, at this second. */
  playFrom?: number | null
  /** Set by the player, once it was started. */
  control?: Ref<VideoControl> | undefined
} & Pick<VideoEvents, 'onTime' | 'onDuration'>

/** A video that is an image and a button until the user starts it. A video that does not load says so, with a retry and a link. */
export function YoutubeFacade({
  youtubeId,
  title,
  poster,
  hideTitle = false,
  startSeconds = 0,
  playFrom = null,
  ...player
}: Props) {
  const [pressedAt, setPressedAt] = useState<number | null>(null)
  // Set later than the press, while the player is loaded.
  const playsFrom = playFrom ?? pressedAt
  if (playsFrom === null) {
    return (
      // The code of the player is loaded with the first touch, so that it is there when the finger is lifted.
      <div onPointerDown={() => void loadPlayer().catch(() => {})} className={classNames(videoBox, 'overflow-hidden')}>
        <Poster title={title} poster={poster} hideTitle={hideTitle} startSeconds={startSeconds} onPlay={setPressedAt} />
      </div>
    )
  }
  return (
    <Suspense
      fallback={
        <div className={classNames(videoBox, 'grid place-items-center text-white')}>
          <Spinner />
        </div>
      }
    >
      <YoutubePlayer key={youtubeId} youtubeId={youtubeId} title={title} startSeconds={playsFrom} {...player} />
    </Suspense>
  )
}

type PosterProps = {
  title: string
  poster: string
  hideTitle: boolean
  startSeconds: number
  onPlay: (fromSeconds: number) => void
}

function Poster({ title, poster, hideTitle, startSeconds, onPlay }: PosterProps) {
  return (
    <>
      <button
        type="button"
        onClick={() => onPlay(startSeconds)}
        className="group absolute inset-0 size-full text-left focus-visible:-outline-offset-4"
      >
        <img
          src={poster}
          alt=""
          width={640}
          height={360}
          fetchPriority="high"
          className="cover-art size-full object-cover"
        />
        <span className="shade-top absolute inset-0" />
        {/* At the top, because generated covers have a symbol at the bottom left. */}
        <span className={hideTitle ? 'sr-only' : 'absolute inset-x-4 top-3.5 text-white md:inset-x-6 md:top-5'}>
          <span className="sr-only">Putar video: </span>
          <span className="line-clamp-2 leading-snug font-bold wrap-anywhere md:text-lg">{title}</span>
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
