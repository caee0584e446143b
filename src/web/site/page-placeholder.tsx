import { Spinner } from '#web/ui/spinner.tsx'

/** Shown until the code and data of a page are loaded. */
export function PagePlaceholder() {
  return (
    <div className="grid min-h-[60vh] place-items-center" aria-busy="true">
      <Spinner />
    </div>
  )
}
