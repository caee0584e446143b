import { formatBytes } from '#contract/kit/format/bytes.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { SelectField } from '#web/kit/ui/field.tsx'
import type { Plan } from './plan-videos.ts'
import { RefusedFiles } from './refused-files.tsx'

type Props = {
  plan: Plan
  chapters: readonly { _id: string; title: string }[]
  /** The chapter of videos without a folder; null when every video has one. */
  loose: { chapter: string | null; onChange: (chapter: string | null) => void } | null
  busy: boolean
  onStart: () => void
  onCancel: () => void
}

/** Shows what the chosen files will become, before anything is sent. */
export function PlanPreview({ plan, chapters, loose, busy, onStart, onCancel }: Props) {
  const videos = plan.chapters.flatMap((group) => group.videos)
  const bytes = videos.reduce((sum, { size }) => sum + size, 0)
  const captions = videos.reduce((sum, video) => sum + video.captions.length, 0)
  const named = plan.chapters.filter(({ chapter }) => chapter !== null).length
  const count = videos.length.toLocaleString('id-ID')
  const facts = [
    `${count} video`,
    ...(videos.length > 0 ? [formatBytes(bytes)] : []),
    ...(named > 0 ? [`${named} bab`] : []),
    ...(captions > 0 ? [`${captions} teks video`] : []),
  ]
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        {facts.join(' · ')}
        {plan.ignored > 0 && <span className="font-normal text-ink-3"> · {plan.ignored} berkas sistem dilewati</span>}
      </p>
      {loose && chapters.length > 0 && (
        <SelectField
          label="Bab untuk video tanpa folder"
          value={loose.chapter ?? ''}
          onChange={(event) => loose.onChange(event.target.value || null)}
        >
          <option value="">Sebelum bab pertama</option>
          {chapters.map(({ _id, title }) => (
            <option key={_id} value={title}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      {plan.chapters.map(({ chapter, videos: own }) => (
        <details key={chapter ?? ''} className="rounded-field border border-line" open={plan.chapters.length <= 3}>
          <summary className="cursor-pointer px-3 py-2 font-semibold wrap-anywhere">
            {chapter ?? 'Sebelum bab pertama'}{' '}
            <span className="font-normal text-ink-3">{own.length.toLocaleString('id-ID')} video</span>
          </summary>
          <ol className="list-decimal pr-3 pb-3 pl-10 text-sm">
            {own.map(({ path, title, captions: texts }) => (
              <li key={path} className="py-1 wrap-anywhere">
                {title}
                {texts.length > 0 && (
                  <span className="text-ink-3"> + teks {texts.map(({ lang }) => lang).join(', ')}</span>
                )}
              </li>
            ))}
          </ol>
        </details>
      ))}
      <RefusedFiles refused={plan.refused} />
      <div className="flex flex-wrap gap-2">
        {videos.length > 0 && (
          <Button busy={busy} onClick={onStart}>
            Unggah {count} video
          </Button>
        )}
        <Button variant="ghost" disabled={busy} onClick={onCancel}>
          {videos.length > 0 ? 'Batal' : 'Pilih yang lain'}
        </Button>
      </div>
    </div>
  )
}
