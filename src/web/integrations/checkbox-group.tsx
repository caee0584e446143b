import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, type ReactNode } from 'react'

/** Checkboxes of which at least one is required. */
export function CheckboxGroup({
  legend,
  error,
  children,
}: {
  legend: string
  error: string | undefined
  children: ReactNode
}) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 text-sm font-semibold">
        {legend}{' '}
        <span aria-hidden="true" title="Wajib diisi" className="text-mengkudu">
          *
        </span>
      </legend>
      {children}
      {error && (
        <p id={errorId} className="mt-1.5 flex gap-1.5 text-sm font-semibold text-mengkudu">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
