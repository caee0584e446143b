import { useEffect, useMemo, useRef, useState } from 'react'
import { SelectField, TextField } from '#web/kit/ui/field.tsx'
import { readCues, type Captions, type Cue } from './captions.ts'
import { formatClock } from './format-clock.ts'

type Props = {
  captions: readonly Captions[]
  /** The position of the video in seconds. */ now: number
  onSeek: (seconds: number) => void
}

/** The text of a video, which follows it, can be searched, and takes the video to where a line is said. */
export function Transcript({ captions, now, onSeek }: Props) {
  const [lang, setLang] = useState('id')
  const [query, setQuery] = useState('')
  const shown = captions.find((one) => one.lang === lang) ?? captions[0]
  const cues = useMemo(() => (shown ? readCues(shown.vtt) : []), [shown])
  const wanted = query.trim().toLowerCase()
  const found = wanted === '' ? cues : cues.filter(({ text }) => text.toLowerCase().includes(wanted))
  return (
    <details className="mx-4 mt-3 rounded-card border border-line bg-surface p-3 md:mx-6 lg:mx-0">
      <summary className="min-h-9 cursor-pointer py-1 font-bold">Transkrip</summary>
      <div className="grid gap-2 pt-2 sm:grid-cols-[1fr_auto]">
        <TextField
          label="Cari di transkrip"
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {captions.length > 1 && (
          <SelectField label="Bahasa" value={shown?.lang} onChange={(event) => setLang(event.target.value)}>
            {captions.map((one) => (
              <option key={one.lang} value={one.lang}>
                {one.label}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <p role="status" className="py-1 text-sm text-ink-3">
        {wanted !== '' && `${found.length} baris ditemukan`}
      </p>
      <CueList
        cues={found}
        lang={shown?.lang}
        current={cues.findLast(({ start }) => start <= now)}
        follows={wanted === ''}
        onSeek={onSeek}
      />
    </details>
  )
}

type ListProps = {
  cues: readonly Cue[]
  lang: string | undefined
  current: Cue | undefined
  follows: boolean
  onSeek: (seconds: number) => void
}

function CueList({ cues, lang, current, follows, onSeek }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>('[aria-current]')
    // Scrolls the list only; the page stays where the student reads.
    if (follows && line && list.current && !list.current.contains(document.activeElement))
      list.current.scrollTop = line.offsetTop - list.current.clientHeight / 3
  }, [current, follows])
  return (
    <ol ref={list} lang={lang} className="relative max-h-72 overflow-y-auto">
      {cues.map((cue) => (
        <li key={`${cue.start} ${cue.text}`}>
          <button
            type="button"
            aria-current={cue === current ? 'true' : undefined}
            onClick={() => onSeek(cue.start)}
            className="flex min-h-11 w-full gap-3 rounded-button px-2 py-2 text-left hover:bg-sunken aria-current:bg-nila-50 aria-current:font-semibold"
          >
            <span className="shrink-0 text-sm text-ink-3 tabular-nums">{formatClock(cue.start)}</span>
            <span>{cue.text}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
