import { Spinner } from '#web/ui/spinner.tsx'

/** What a page shows until its code and data have arrived. */
export function PagePlaceholder() {
  return (
    <div className="grid min-h-[60vh] place-items-center" aria-busy="true">
      <Spinner />
    </div>
  )
}
