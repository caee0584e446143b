import { lazy, Suspense } from 'react'
import type { ArticleEditorProps } from './article-editor.tsx'
import { FieldError } from '#web/kit/ui/field.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'

const ArticleEditor = lazy(() => import('./article-editor.tsx'))

/** The editor as a form field. Loaded lazily, because it is large. */
export function ArticleField(props: ArticleEditorProps) {
  return (
    <div className="min-w-0">
      <p aria-hidden="true" className="mb-1.5 flex gap-1 text-sm font-semibold">
        {props.label}
        <span className="text-mengkudu">*</span>
      </p>
      <Suspense
        fallback={
          <div role="status">
            <span className="sr-only">Memuat editor…</span>
            <Skeleton className="h-96 rounded-field" />
          </div>
        }
      >
        <ArticleEditor {...props} />
      </Suspense>
      <div role="alert" className="messages min-h-7">
        {props.error && <FieldError>{props.error}</FieldError>}
      </div>
    </div>
  )
}
