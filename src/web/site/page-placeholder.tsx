import { LoadingHead } from '#web/ui/page-head.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Shown until the code and data of a page are loaded. */
export function PagePlaceholder() {
  return (
    <div className="grid min-h-[60vh] place-items-center" aria-busy="true">
      <LoadingHead />
      <p role="status" className="sr-only">
        Memuat…
      </p>
      <Spinner />
    </div>
  )
}
