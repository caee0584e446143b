import { classNames } from '#web/kit/ui/class-names.ts'

const tile = 40
/** From left to right; `steps` is the height in tiles. */
const columns = [
  { steps: 1, background: 'fill-kunyit', lineColor: 'fill-kunyit-ink' },
  { steps: 2, background: 'fill-nila', lineColor: 'fill-nila-50' },
  { steps: 3, background: 'fill-info', lineColor: 'fill-info-50' },
  { steps: 4, background: 'fill-mengkudu', lineColor: 'fill-mengkudu-50' },
  { steps: 5, background: 'fill-daun', lineColor: 'fill-daun-50' },
]
const missingStep = 3
const bottom = columns.length * tile

/** The batik stairs of the brand. With a missing step the climber stops before it, otherwise at the top. */
export function Stairs({ isStepMissing = false, className }: { isStepMissing?: boolean; className?: string }) {
  return (
    // Its size follows the text, which may be so large that it is wider than a phone.
    <svg
      aria-hidden="true"
      viewBox={`0 -40 ${bottom} ${bottom + 40}`}
      className={classNames('max-w-full', className)}
      fill="none"
    >
      {columns.map(({ steps, background, lineColor }) => {
        const x = (steps - 1) * tile
        const height = steps * tile
        if (isStepMissing && steps === missingStep) {
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
        }
        return (
          <g key={steps}>
            <rect x={x} y={bottom - height} width={tile} height={height} className={background} />
            {rowsOf(steps).map((row) => (
              <path
                key={row}
                d={petals}
                transform={`translate(${x} ${bottom - row * tile})`}
                className={lineColor}
                fillOpacity=".55"
              />
            ))}
          </g>
        )
      })}
      <circle
        cx={isStepMissing ? 60 : 180}
        cy={isStepMissing ? 104 : -16}
        r="16"
        className={classNames('fill-kunyit', !isStepMissing && 'climber')}
      />
    </svg>
  )
}

const rowsOf = (steps: number) => Array.from({ length: steps }, (_, index) => index + 1)
const petals =
  'M19 19C10 18 3 13 3 3c10 0 15 7 16 16zM21 19c1-9 6-16 16-16 0 10-7 15-16 16zM21 21c9 1 16 6 16 16-10 0-15-7-16-16zM19 21c-1 9-6 16-16 16 0-10 7-15 16-16z'
