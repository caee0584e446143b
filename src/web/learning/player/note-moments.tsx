import Clock from 'lucide-react/icons/clock'
import Play from 'lucide-react/icons/play'
import X from 'lucide-react/icons/x'
import { useState, type RefObject } from 'react'
import { maximumNoteLength } from '#contract/learning/note-length.ts'
import { momentsIn, withoutMoment } from '#contract/learning/note-moments.ts'
import { formatClock } from '#web/catalog/video/format-clock.ts'
import type { VideoControl } from '#web/catalog/video/video-control.ts'
import { Button } from '#web/kit/ui/button.tsx'

export type NoteMomentsProps = {
  text: string
  onChange: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
  video: RefObject<VideoControl | null>
}

/** The moments of the video in a note: adds the current one to its text, goes to each of them, and removes them. */
export default function NoteMoments({ text, onChange, field, video }: NoteMomentsProps) {
  const [status, setStatus] = useState('')

  function add() {
    const now = video.current?.now() ?? null
    if (now === null) return setStatus('Putar videonya dulu, lalu tambahkan waktunya.')
    const label = formatClock(now)
    const separator = text === '' || /\s$/.test(text) ? '' : '\n'
    const longer = `${text}${separator}[${label}] `
    if (longer.length > maximumNoteLength)
      return setStatus('Catatannya sudah penuh. Pendekkan dulu, lalu tambahkan waktunya.')
    onChange(longer)
    setStatus(`Waktu ${label} ditambahkan.`)
    // Text typed next belongs to this moment.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    })
  }
  const moments = momentsIn(text)
  return (
    <div className="mt-3 grid gap-2">
      {moments.length > 0 && (
        <ul aria-label="Waktu di catatanmu" className="flex flex-wrap gap-2">
          {moments.map((moment) => (
            <li key={moment.start} className="flex rounded-button border border-line bg-surface">
              <button
                type="button"
                onClick={() => video.current?.seek(moment.seconds)}
                className="flex min-h-11 items-center gap-1.5 rounded-l-button pr-1 pl-3 font-semibold text-nila tabular-nums hover:bg-sunken"
              >
                <Play aria-hidden className="size-4" />
                <span className="sr-only">Putar dari </span>
                {moment.label}
              </button>
              <button
                type="button"
                onClick={() => {
                  onChange(withoutMoment(text, moment))
                  setStatus(`Waktu ${moment.label} dihapus.`)
                  field.current?.focus()
                }}
                className="grid size-11 place-items-center rounded-r-button text-ink-3 hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden className="size-4" />
                <span className="sr-only">Hapus waktu {moment.label}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button type="button" variant="outline" size="sm" onClick={add}>
          <Clock aria-hidden className="size-4" /> Tambahkan waktu video
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-3">
        {status}
      </p>
    </div>
  )
}
