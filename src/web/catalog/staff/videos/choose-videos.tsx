import Folder from 'lucide-react/icons/folder'
import Upload from 'lucide-react/icons/upload'
import { useId, type ReactNode } from 'react'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { acceptVideosAndCaptions } from '#contract/kit/media/picked-files.ts'
import { maximumVideoHours } from '#contract/kit/media/video.ts'
import { buttonClass } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { DropZone } from '#web/kit/ui/drop-zone.tsx'
import type { ChosenFile } from './plan-videos.ts'
import { readChosen, readDropped } from './read-dropped.ts'

type Props = {
  error: string | null
  /** Null while the server's limit is not known: a video that is too large is refused when its upload begins. */
  largestBytes: number | null
  onChoose: (files: Promise<ChosenFile[]>) => void
}

/** Files or a folder, picked or dropped. */
export function ChooseVideos({ error, largestBytes, onChoose }: Props) {
  const id = useId()
  const limit = `${largestBytes === null ? '' : `${formatBytes(largestBytes)} dan `}${maximumVideoHours} jam`
  const described = `${id}-hint${error === null ? '' : ` ${id}-error`}`
  const input = (folder: boolean, icon: ReactNode, label: string) => (
    <label
      className={classNames(
        buttonClass({ variant: 'outline' }),
        'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
      )}
    >
      {icon}
      {label}
      <input
        type="file"
        multiple
        {...(folder ? { webkitdirectory: '' } : { accept: acceptVideosAndCaptions })}
        aria-describedby={described}
        className="sr-only"
        onChange={(event) => {
          const files = readChosen(event.currentTarget.files ?? [])
          // The same folder can be chosen again.
          event.currentTarget.value = ''
          if (files.length > 0) onChoose(Promise.resolve(files))
        }}
      />
    </label>
  )
  return (
    <>
      <DropZone hasError={error !== null} onDrop={(_, transfer) => onChoose(readDropped(transfer))}>
        <div className="flex flex-wrap items-center justify-center gap-2">
          {input(false, <Upload aria-hidden className="size-4.5" />, 'Pilih berkas')}
          {input(true, <Folder aria-hidden className="size-4.5" />, 'Pilih folder')}
        </div>
        <p className="mt-2 text-center text-sm text-ink-2">atau seret berkas dan folder ke sini</p>
        <p id={`${id}-hint`} className="mt-2 text-center text-sm text-ink-3">
          MP4 (H.264) atau WebM, maksimal {limit} per video. Sub-folder jadi bab, video jadi materi draf, berkas .srt,
          .vtt, atau .sbv di sebelah video jadi teksnya.
        </p>
      </DropZone>
      {error !== null && (
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-mengkudu">
          {error}
        </p>
      )}
    </>
  )
}
