import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { memo } from 'react'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { describeQueue, describeVideo } from './describe-queue.ts'
import { isFinished, totalsOf, type QueuedVideo } from './queue.ts'
import { RefusedFiles } from './refused-files.tsx'
import { closeQueue, tellQueue } from './run-queue.ts'
import type { RunningQueue } from './running-queue.ts'

/** All videos of an upload with their progress, and what can be done about them. */
export function QueueList({ queue, refused }: RunningQueue) {
  const totals = totalsOf(queue)
  const finished = isFinished(queue)
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <p role="status" className="font-semibold">
          {describeQueue(queue)}
        </p>
        <ProgressBar
          percent={totals.bytes === 0 ? 100 : (totals.sent / totals.bytes) * 100}
          label="Unggahan semua video"
        />
        <p className="text-sm text-ink-2 tabular-nums">
          {totals.done.toLocaleString('id-ID')} dari {totals.all.toLocaleString('id-ID')} video ·{' '}
          {formatBytes(totals.sent)} dari {formatBytes(totals.bytes)}
          {totals.failed > 0 && ` · ${totals.failed.toLocaleString('id-ID')} gagal`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!finished && queue.mode === 'running' && (
          <Button variant="outline" size="sm" onClick={() => tellQueue({ type: 'paused' })}>
            Jeda
          </Button>
        )}
        {!finished && queue.mode !== 'running' && (
          <Button size="sm" onClick={() => tellQueue({ type: 'resumed' })}>
            Lanjutkan
          </Button>
        )}
        {totals.failed > 1 && (
          <Button variant="outline" size="sm" onClick={() => tellQueue({ type: 'retried', path: null })}>
            Coba lagi semua yang gagal
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={closeQueue}>
          {finished ? 'Selesai' : 'Berhenti mengunggah'}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard. */}
      <ul aria-label="Video yang diunggah" className="grid max-h-120 gap-2 overflow-y-auto" tabIndex={0}>
        {queue.videos.map((video) => (
          <VideoRow key={video.path} video={video} />
        ))}
      </ul>
      <RefusedFiles refused={refused} />
    </div>
  )
}

/** Rendered again only when its video changed: there may be a thousand. */
const VideoRow = memo(function VideoRow({ video }: { video: QueuedVideo }) {
  const { path, title, chapter, state } = video
  const isDone = state.step === 'done' || state.step === 'present'
  return (
    <li className="grid gap-1 rounded-field border border-line px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isDone && <CircleCheck aria-hidden className="size-5 shrink-0 text-daun" />}
        {state.step === 'failed' && <CircleAlert aria-hidden className="size-5 shrink-0 text-mengkudu" />}
        <span className="min-w-0 flex-1 basis-40">
          <span className="block font-semibold wrap-anywhere">{title}</span>
          {chapter !== null && <span className="block text-sm wrap-anywhere text-ink-3">{chapter}</span>}
        </span>
        {state.step === 'failed' && (
          <Button variant="outline" size="sm" onClick={() => tellQueue({ type: 'retried', path })}>
            Coba lagi<span className="sr-only"> {title}</span>
          </Button>
        )}
        {!isDone && (
          <Button variant="ghost" size="sm" onClick={() => tellQueue({ type: 'left-out', path })}>
            Lewati<span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      <p className={`text-sm tabular-nums ${state.step === 'failed' ? 'font-semibold text-mengkudu' : 'text-ink-2'}`}>
        {describeVideo(video)}
      </p>
      {state.step === 'sending' && (
        <ProgressBar percent={(state.sent / state.bytes) * 100} label={`Unggahan ${title}`} />
      )}
    </li>
  )
})
