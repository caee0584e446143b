import Upload from 'lucide-react/icons/upload'
import { useId } from 'react'
import { formatSpan } from '#contract/kit/format/span.ts'
import { acceptVideos } from '#contract/kit/media/picked-files.ts'
import { maximumVideoHours } from '#contract/kit/media/video.ts'
import { formatClock } from '#web/catalog/video/format-clock.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { DropZone } from '#web/kit/ui/drop-zone.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { StaffVideo } from './staff-video.tsx'
import type { UploadProgress } from './save-after-upload.ts'
import type { UploadState } from './upload-flow.ts'
import { readLargestBytes } from './send-video.ts'
import { useVideoUpload } from './use-video-upload.ts'

export type UploadFieldProps = {
  /** The video that the lesson has; null for a new one. */
  existing: { uploadId: string; courseId: string; lessonId: string; title: string; poster: string } | null
  /** True while the form still names that video. */
  hasExisting: boolean
  error: string | undefined
  onChange: (video: { uploadId: string; poster: string }) => void
  onProgress: (progress: UploadProgress) => void
  onRemoved: () => void
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toLocaleString('id-ID', { maximumFractionDigits: 1 })

/** Chooses, checks and uploads the video of a lesson. */
export function UploadField({ existing, hasExisting, error, onChange, onProgress, onRemoved }: UploadFieldProps) {
  const upload = useVideoUpload({
    onProgress,
    onRemoved,
    onDone: onChange,
    onBegin: () => onChange({ uploadId: '', poster: '' }),
    onGivenUp: () => onChange({ uploadId: existing?.uploadId ?? '', poster: existing?.poster ?? '' }),
  })
  const id = useId()
  const largest = useRemote('largest', readLargestBytes)
  const { state } = upload
  const isBusy =
    state.step === 'checking' || state.step === 'rewriting' || state.step === 'uploading' || state.step === 'stopped'
  const message = state.step === 'failed' ? state.message : error
  const shows = (state.step === 'empty' || state.step === 'failed') && hasExisting ? existing : null

  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid gap-3">
      <p id={`${id}-label`} className="font-semibold">
        Berkas video
      </p>
      {shows && (
        <div className="max-w-120">
          <StaffVideo courseId={shows.courseId} lessonId={shows.lessonId} title={shows.title} poster={shows.poster} />
        </div>
      )}
      {state.step === 'done' && (
        <div className="max-w-120">
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the file that was just chosen, for its instructor */}
          <video
            src={state.url}
            controls
            playsInline
            preload="metadata"
            aria-label="Pratinjau video"
            className="aspect-video w-full rounded-card bg-nila-900"
          />
        </div>
      )}
      <ShownProgress state={state} />
      {isBusy ? (
        <div className="flex flex-wrap gap-2">
          {state.step === 'uploading' && (
            <Button type="button" variant="outline" size="sm" onClick={upload.pause}>
              Jeda
            </Button>
          )}
          {state.step === 'stopped' && (
            <Button type="button" size="sm" onClick={upload.resume}>
              Lanjutkan
            </Button>
          )}
          <Button type="button" variant="ghost" size="sm" onClick={upload.cancel}>
            Batal
          </Button>
        </div>
      ) : (
        <DropZone hasError={Boolean(message)} onDrop={([file]) => file && void upload.choose(file)}>
          <label className="flex min-h-16 cursor-pointer flex-col items-center justify-center gap-1 text-center">
            <Upload aria-hidden className="size-6 text-nila" />
            <span className="font-bold">{state.step === 'done' || shows ? 'Ganti video' : 'Pilih video'}</span>
            <span className="text-sm text-ink-3">atau seret ke sini</span>
            <input
              type="file"
              accept={acceptVideos}
              aria-describedby={`${id}-hint${message ? ` ${id}-error` : ''}`}
              aria-invalid={message ? true : undefined}
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0]
                // The same file can be chosen again.
                event.target.value = ''
                if (file) void upload.choose(file)
              }}
            />
          </label>
          <p id={`${id}-hint`} className="text-center text-sm text-ink-3">
            MP4 (H.264) atau WebM, maksimal {largest.data ? `${megabytes(largest.data)} MB dan ` : ''}
            {maximumVideoHours} jam.
          </p>
        </DropZone>
      )}
      {message && (!isBusy || state.step === 'stopped') && (
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-mengkudu">
          {message}
        </p>
      )}
    </div>
  )
}

function ShownProgress({ state }: { state: UploadState }) {
  const shown = describe(state)
  return (
    <>
      {shown && (
        <div className="grid gap-2">
          <ProgressBar percent={shown.percent} label="Unggahan video" />
          <p className="text-sm text-ink-2 tabular-nums">{shown.text}</p>
        </div>
      )}
      {/* Without the numbers, which would be announced all the time. */}
      <p role="status" className={state.step === 'done' ? 'text-sm font-semibold text-daun' : 'sr-only'}>
        {announce(state)}
      </p>
    </>
  )
}

function announce(state: UploadState): string {
  if (state.step === 'checking') return 'Memeriksa video…'
  if (state.step === 'rewriting') return 'Menyiapkan video…'
  if (state.step === 'uploading') return state.isWaiting ? 'Menunggu koneksi…' : 'Mengunggah video…'
  if (state.step === 'stopped') return state.message ?? 'Unggahan dijeda.'
  return state.step === 'done' ? `${state.name} siap dipakai · ${formatClock(state.seconds)}` : ''
}

function describe(state: UploadState): { percent: number; text: string } | null {
  if (state.step === 'checking') return { percent: 0, text: 'Memeriksa video…' }
  if (state.step === 'rewriting')
    return {
      percent: state.share * 100,
      text: `Menyiapkan video supaya langsung bisa diputar… ${Math.round(state.share * 100)}%`,
    }
  if (state.step !== 'uploading' && state.step !== 'stopped') return null
  const { sent, bytes } = state
  const amount = `${Math.floor((sent / bytes) * 100)}% · ${megabytes(sent)} dari ${megabytes(bytes)} MB`
  if (state.step === 'stopped')
    return { percent: (sent / bytes) * 100, text: `${amount} · ${state.message ?? 'dijeda'}` }
  const rest = state.isWaiting ? 'menunggu koneksi…' : describeSpeed(state.bytesPerSecond, bytes - sent)
  return { percent: (sent / bytes) * 100, text: rest ? `${amount} · ${rest}` : amount }
}

function describeSpeed(bytesPerSecond: number, bytesLeft: number): string {
  if (bytesPerSecond < 1) return ''
  const seconds = Math.ceil(bytesLeft / bytesPerSecond)
  return `${megabytes(bytesPerSecond)} MB/detik · sisa ${formatSpan(seconds)}`
}
