import { LoadingHead } from '#web/kit/ui/page-head.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'

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
