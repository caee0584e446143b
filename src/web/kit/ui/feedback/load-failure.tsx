import type { ReactNode } from 'react'

/** A part of a page that did not load: a sentence that says which, and 'Coba lagi'. A whole page or list has `ErrorState`. */
export function LoadFailure({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <p role="alert" className="rounded-field bg-mengkudu-50 px-4 py-2 text-sm text-mengkudu">
      {children}{' '}
      <button type="button" onClick={onRetry} className="min-h-11 font-bold underline">
        Coba lagi
      </button>
    </p>
  )
}
