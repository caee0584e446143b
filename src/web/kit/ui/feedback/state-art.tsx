import { classNames } from '#web/kit/ui/class-names.ts'

/** The illustration of empty states: a kawung flower with one unpainted petal. Of what is complete: all petals painted. */
export function StateArt({ className, isComplete = false }: { className?: string; isComplete?: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 96" className={classNames('size-24', className)} fill="none">
      <circle cx="48" cy="48" r="47" fill="currentColor" fillOpacity=".07" />
      <g stroke="currentColor" strokeWidth="2" strokeLinejoin="round">
        <path d={petal} fill="currentColor" fillOpacity=".9" transform="rotate(-45 48 48)" />
        <path d={petal} fill="currentColor" fillOpacity=".55" transform="rotate(-135 48 48)" />
        <path d={petal} fill="currentColor" fillOpacity=".25" transform="rotate(135 48 48)" />
        <path
          d={petal}
          {...(isComplete
            ? { fill: 'currentColor', fillOpacity: 0.75 }
            : { strokeDasharray: '3 4', strokeLinecap: 'round' })}
          transform="rotate(45 48 48)"
        />
        {isComplete && <circle cx="48" cy="48" r="38" strokeDasharray="1 6" strokeLinecap="round" />}
      </g>
    </svg>
  )
}

const petal = 'M48 44C38 36 36 22 48 14c12 8 10 22 0 30Z'
