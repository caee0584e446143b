import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import type { Home } from '#contract/site/home.ts'
import { classNames } from '#web/kit/ui/class-names.ts'
import logos from './tech-logos.svg'

type Props = { ticker: Home['ticker'] }

/** A marquee of what is taught; nothing without any. It moves only when it can be paused (scripts run) and the user does not prefer reduced motion. */
export function TechMarquee({ ticker }: Props) {
  const [moving, setMoving] = useState(false)
  useEffect(() => setMoving(!matchMedia('(prefers-reduced-motion: reduce)').matches), [])
  const [paused, setPaused] = useState(false)
  if (ticker.length === 0) return null
  return (
    <section aria-label="Yang diajarkan" className="border-b border-line bg-surface">
      <div className="wrap flex items-center gap-4">
        <div className={classNames('marquee', moving && 'marquee-moving', paused && 'marquee-paused')}>
          <Logos ticker={ticker} />
          {moving && <Logos ticker={ticker} copy />}
        </div>
        <button
          type="button"
          onClick={() => setPaused(!paused)}
          className={classNames(
            'grid size-11 shrink-0 place-items-center rounded-full border border-border text-ink-2 hover:border-ink hover:text-ink',
            !moving && 'invisible',
          )}
        >
          {paused ? <Play className="ml-0.5 size-4.5" /> : <Pause className="size-4.5" />}
          <span className="sr-only">{paused ? 'Lanjutkan animasi' : 'Jeda animasi'}</span>
        </button>
      </div>
    </section>
  )
}

function Logos({ ticker, copy = false }: Props & { copy?: boolean }) {
  return (
    <ul aria-hidden={copy || undefined} className="flex shrink-0 items-center gap-10 py-5 pr-10">
      {ticker.map(({ name, logo }) => (
        <li key={name} className="flex items-center gap-2.5 font-semibold whitespace-nowrap text-ink-2">
          {logo && (
            <svg aria-hidden="true" width="22" height="22" fill="currentColor">
              <use href={`${logos}#${logo}`} />
            </svg>
          )}
          {name}
        </li>
      ))}
    </ul>
  )
}
