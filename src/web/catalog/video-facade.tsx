import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'

type Props = { youtubeId: string; title: string; /** Our own picture: nothing comes from elsewhere before a tap. */ poster: string }

/** A video that is only a picture and a button until someone asks for it. */
export function VideoFacade({ youtubeId, title, poster }: Props) {
  const [playing, setPlaying] = useState(false)
  return (
    <div className="relative isolate aspect-video overflow-hidden rounded-card bg-nila-900">
      {playing ? <Player key={youtubeId} youtubeId={youtubeId} title={title} /> : <Poster title={title} poster={poster} onPlay={() => setPlaying(true)} />}
    </div>
  )
}

function Poster({ title, poster, onPlay }: { title: string; poster: string; onPlay: () => void }) {
  return (
    <button type="button" onClick={onPlay} className="group absolute inset-0 size-full text-left focus-visible:-outline-offset-4">
      <img src={poster} alt="" width={640} height={360} className="cover-art size-full object-cover" />
      <span className="shade-top absolute inset-0" />
      <span className="absolute inset-0 grid place-items-center">
        <span className="grid size-16 place-items-center rounded-full bg-kunyit text-on-kunyit shadow-dialog soft zoom md:size-20">
          <Play className="ml-1 size-7 fill-current md:size-8" />
        </span>
      </span>
      {/* At the top: our covers carry their sign at the bottom left. */}
      <span className="absolute inset-x-4 top-3.5 text-white md:inset-x-6 md:top-5">
        <span className="sr-only">Putar video: </span>
        <span className="line-clamp-2 leading-snug font-bold md:text-lg">{title}</span>
      </span>
    </button>
  )
}

function Player({ youtubeId, title }: { youtubeId: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [online, setOnline] = useState(true)
  useEffect(() => {
    setOnline(navigator.onLine)
    // The button that had the focus is gone: it goes on in the video.
    frame.current?.focus()
  }, [])
  if (!online) return <p className="grid size-full place-items-center p-6 text-center font-semibold text-white">Video butuh koneksi internet.</p>
  return (
    <iframe
      ref={frame}
      title={title}
      src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(youtubeId)}?autoplay=1&rel=0&hl=id&cc_load_policy=1`}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
      className="size-full border-0"
    />
  )
}
