import { classNames } from '#web/kit/ui/class-names.ts'

/** A decorative spinner. The component that uses it announces the loading state as text. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      className={classNames('animate-spin', className ?? 'size-5')}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity=".22" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" />
    </svg>
  )
}
