/** `percent` from 0 to 100. Drawn as SVG, because the content security policy forbids style attributes. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  const value = Math.min(100, Math.max(0, Math.round(percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-full w-full text-daun">
        <rect width={value} height="8" fill="currentColor" />
      </svg>
    </div>
  )
}
