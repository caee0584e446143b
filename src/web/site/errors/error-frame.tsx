import type { ReactNode } from 'react'
import { PageHead } from '#web/ui/page-head.tsx'

type Props = { code: string; title: string; text: string; detail?: string | null; children: ReactNode }

/** The one template of everything that went wrong: a step is missing, but the stairs go on. */
export function ErrorFrame({ code, title, text, detail, children }: Props) {
  return (
    <div className="wrap grid min-h-[64dvh] place-items-center py-14">
      <PageHead title={title} noIndex />
      <div className="flex max-w-140 flex-col items-center text-center">
        <MissingStep />
        <p className="mt-8 text-sm font-bold tracking-wide text-nila">{code}</p>
        <h1 className="mt-1 text-h1 font-extrabold">{title}</h1>
        <p className="mt-3 text-lg text-ink-2">{text}</p>
        {detail && <p className="mt-3 rounded-full bg-sunken px-4 py-1.5 text-sm text-ink-2">{detail}</p>}
        <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </div>
  )
}

const tile = 40
/** From the left; `steps` is the height in tiles, and the one without cloth is missing. */
const columns = [
  { steps: 1, cloth: 'fill-kunyit', thread: 'fill-kunyit-ink' },
  { steps: 2, cloth: 'fill-nila', thread: 'fill-nila-50' },
  { steps: 3, cloth: null, thread: null },
  { steps: 4, cloth: 'fill-mengkudu', thread: 'fill-mengkudu-50' },
  { steps: 5, cloth: 'fill-daun', thread: 'fill-daun-50' },
]
const bottom = columns.length * tile

/** The hero's stairs with one step gone; whoever climbs waits before it. */
function MissingStep() {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${bottom} ${bottom}`} className="size-44" fill="none">
      {columns.map(({ steps, cloth, thread }) => {
        const x = (steps - 1) * tile
        const height = steps * tile
        if (!cloth)
          return (
            <rect
              key={steps}
              x={x + 3}
              y={bottom - height + 3}
              width={tile - 6}
              height={height - 6}
              rx="3"
              className="stroke-border"
              strokeWidth="2"
              strokeDasharray="1 7"
              strokeLinecap="round"
            />
          )
        return (
          <g key={steps}>
            <rect x={x} y={bottom - height} width={tile} height={height} className={cloth} />
            {rowsOf(steps).map((row) => (
              <path key={row} d={petals} transform={`translate(${x} ${bottom - row * tile})`} className={thread} fillOpacity=".55" />
            ))}
          </g>
        )
      })}
      <circle cx="60" cy="104" r="16" className="fill-kunyit" />
    </svg>
  )
}

const rowsOf = (steps: number) => Array.from({ length: steps }, (_, index) => index + 1)
const petals =
  'M19 19C10 18 3 13 3 3c10 0 15 7 16 16zM21 19c1-9 6-16 16-16 0 10-7 15-16 16zM21 21c9 1 16 6 16 16-10 0-15-7-16-16zM19 21c-1 9-6 16-16 16 0-10 7-15 16-16z'
