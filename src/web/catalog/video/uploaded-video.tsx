import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import type { ApiClient } from '#contract/client.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { useRetry } from '#web/kit/ui/behaviour/use-retry.ts'
import { useShortcuts } from '#web/kit/ui/behaviour/use-shortcuts.ts'
import { useCaptions } from './captions.ts'
import { formatClock } from './format-clock.ts'
import { Transcript } from './transcript.tsx'
import { videoBox } from './video-box.ts'
import type { VideoControl } from './video-control.ts'
import { VideoFailureNotice } from './video-failure-notice.tsx'
import { Watermark } from './watermark.tsx'
import type { VideoEvents } from './watch-youtube.ts'

export type UploadedVideoProps = {
  url: string
  title: string
  poster: string
  /** The resume position; 0 is the beginning. */
  startSeconds?: number
  /** Text that moves over the picture; with it, only the whole box can fill the screen. */
  watermark?: string | undefined
  hasShortcuts?: boolean
  /** False on pages of visitors, which do not load its styles. */
  hasTranscript?: boolean
  /** The lesson and the languages of its captions, and the client that may ask for them. */
  lesson: { courseId: string; lessonId: string; languages: readonly string[]; client: ApiClient }
  /** A new URL of the same video: each is valid for some hours. */
  refresh: () => Promise<string>
  control?: Ref<VideoControl>
} & Pick<VideoEvents, 'onTime' | 'onDuration'>

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]
const skipSeconds = 10
/** Chosen once, it stays for the other lessons of this visit. */
let lastSpeed = 1

/** A video of this site, with the controls of the browser and what those lack. */
export function UploadedVideo({
  url,
  title,
  poster,
  startSeconds = 0,
  watermark,
  hasShortcuts = false,
  hasTranscript = true,
  lesson,
  refresh,
  control,
  onTime,
  onDuration,
}: UploadedVideoProps) {
  const box = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [src, setSrc] = useState(() => startingAt(url, startSeconds))
  const [state, setState] = useState<'ready' | 'reloading' | 'failed'>('ready')
  const [speed, setSpeed] = useState(lastSpeed)
  const [now, setNow] = useState(startSeconds)
  const captions = useCaptions(lesson.client, lesson)
  const [isResumed, setResumed] = useState(startSeconds > 0)
  /** Where playing continues after the URL was replaced, and whether it was playing. */
  const place = useRef({ seconds: startSeconds, isPlaying: false, mayReload: true })

  // Not as an attribute: React creates the element again when it repeats a render that it has not shown, and each would load the video.
  useLayoutEffect(() => {
    if (!video.current) return
    // Nothing is loaded before a press where data is to be saved, except to play on.
    video.current.preload = savesData() && !place.current.isPlaying ? 'none' : 'metadata'
    video.current.src = src
  }, [src])

  function changeSpeed(next: number) {
    lastSpeed = next
    setSpeed(next)
    if (video.current) video.current.playbackRate = next
  }

  async function reload() {
    setState('reloading')
    try {
      const next = startingAt(await refresh(), place.current.seconds)
      if (next !== src) setSrc(next)
      // The lesson came from its copy on the device, so there is no connection yet; the video may be on the device, too.
      else if (navigator.onLine) return setState('failed')
      else video.current?.load()
      setState('ready')
    } catch {
      setState('failed')
    }
  }

  useRetry(state === 'failed', () => void reload())

  /** A URL that has expired is replaced once; what fails again is shown. */
  function handleError() {
    if (!place.current.mayReload || !navigator.onLine) return setState('failed')
    place.current.mayReload = false
    void reload()
  }

  function prepare(element: HTMLVideoElement) {
    onDuration?.(element.duration)
    element.playbackRate = speed
    // A browser that does not allow it leaves the play button.
    if (place.current.isPlaying) element.play().catch(() => {})
  }

  function report(element: HTMLVideoElement, hasEnded: boolean) {
    place.current.seconds = element.currentTime
    setNow(Math.floor(element.currentTime))
    onTime?.({
      seconds: element.currentTime,
      durationSeconds: Number.isFinite(element.duration) ? element.duration : null,
      hasEnded,
    })
  }

  function seekTo(seconds: number) {
    place.current.seconds = seconds
    if (video.current) video.current.currentTime = seconds
  }
  useImperativeHandle(control, () => ({
    now: () => video.current?.currentTime ?? null,
    seek(seconds) {
      seekTo(seconds)
      box.current?.scrollIntoView({ block: 'nearest' })
    },
  }))
  const seekBy = (seconds: number) => video.current && (video.current.currentTime += seconds)
  const stepSpeed = (by: 1 | -1) => changeSpeed(speeds[speeds.indexOf(speed) + by] ?? speed)
  const togglePlaying = () =>
    video.current?.paused ? void video.current.play().catch(() => {}) : video.current?.pause()
  function toggleCaptions() {
    const [track] = [...(video.current?.textTracks ?? [])].toSorted(
      (a, b) => Number(b.language === 'id') - Number(a.language === 'id'),
    )
    if (track) track.mode = track.mode === 'showing' ? 'hidden' : 'showing'
  }
  function togglePicture() {
    const request = document.pictureInPictureElement
      ? document.exitPictureInPicture()
      : video.current?.requestPictureInPicture()
    // Without metadata, or when the user forbids it, nothing changes.
    void request?.catch(() => {})
  }
  useShortcuts(
    {
      c: toggleCaptions,
      k: togglePlaying,
      j: () => seekBy(-skipSeconds),
      l: () => seekBy(skipSeconds),
      '<': () => stepSpeed(-1),
      '>': () => stepSpeed(1),
      i: togglePicture,
    },
    { isOn: hasShortcuts },
  )
  const canPopOut = useCanPopOut()

  return (
    <div ref={box} className="uploaded-video">
      <div className={`${videoBox} overflow-hidden`}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are in an expression, which the rule does not read */}
        <video
          ref={video}
          key={src}
          aria-label={title}
          // The right part of a drawn cover, whose symbol would lie below the controls; of a photo, all of it.
          poster={poster && `${poster}#svgView(viewBox(160,0,480,270))`}
          controls
          controlsList={watermark ? 'nodownload nofullscreen' : 'nodownload'}
          playsInline
          className={state === 'failed' ? 'hidden' : 'absolute inset-0 size-full'}
          onLoadedMetadata={(event) => prepare(event.currentTarget)}
          onPlay={() => (place.current.isPlaying = true)}
          onPlaying={() => (place.current.mayReload = true)}
          onPause={(event) => {
            // An element that loses its source is paused, too.
            if (!event.currentTarget.error) place.current.isPlaying = false
            report(event.currentTarget, false)
          }}
          onTimeUpdate={(event) => event.currentTarget.readyState > 1 && report(event.currentTarget, false)}
          onEnded={(event) => report(event.currentTarget, true)}
          onRateChange={(event) =>
            speeds.includes(event.currentTarget.playbackRate) && changeSpeed(event.currentTarget.playbackRate)
          }
          onError={handleError}
        >
          {captions.map(({ lang, label, url: source }) => (
            <track key={lang} kind="captions" srcLang={lang} label={label} src={source} default={lang === 'id'} />
          ))}
        </video>
        {watermark && state !== 'failed' && <Watermark text={watermark} />}
        {state === 'failed' && (
          <VideoFailureNotice
            text="Video belum bisa dimuat. Koneksi terputus atau lambat. Posisimu tersimpan."
            onRetry={() => void reload()}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 pt-2 text-sm md:px-6 lg:px-0">
        <label className="flex min-h-11 items-center gap-2">
          Kecepatan
          <select
            value={speed}
            onChange={(event) => changeSpeed(Number(event.target.value))}
            className="min-h-9 rounded-button border border-border bg-surface px-2 font-semibold"
          >
            {speeds.map((value) => (
              <option key={value} value={value}>
                {value.toLocaleString('id-ID')}×
              </option>
            ))}
          </select>
        </label>
        {canPopOut && (
          <Button type="button" variant="ghost" size="sm" onClick={togglePicture}>
            Gambar dalam gambar
          </Button>
        )}
        {watermark && (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            onClick={() => void box.current?.firstElementChild?.requestFullscreen().catch(() => {})}
          >
            Layar penuh
          </Button>
        )}
        {isResumed && (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            onClick={() => {
              setResumed(false)
              seekTo(0)
              video.current?.focus()
            }}
          >
            Dilanjutkan dari {formatClock(startSeconds)} · Dari awal
          </Button>
        )}
      </div>
      {hasTranscript && captions.length > 0 && <Transcript captions={captions} now={now} onSeek={seekTo} />}
      <p role="status" className="sr-only">
        {state === 'reloading' && 'Memuat ulang video…'}
      </p>
    </div>
  )
}

/** Known in the browser only, so that the first render is the same as the server's. */
function useCanPopOut(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => setCan(document.pictureInPictureEnabled), [])
  return can
}

/** The browser itself starts there; a seek before it has data may be lost. */
const startingAt = (src: string, seconds: number): string => (seconds > 0 ? `${src}#t=${Math.floor(seconds)}` : src)

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true
