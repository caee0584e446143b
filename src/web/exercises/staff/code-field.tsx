import { lazy, Suspense } from 'react'
import { FieldError } from '#web/kit/ui/field.tsx'

const CodeEditor = lazy(() => import('#web/exercises/code-editor.tsx'))

type Props = { path: string; text: string; error?: string | undefined; onChange: (text: string) => void }

/** The text of one file in the form of its teacher. */
export const CodeField = ({ path, text, error, onChange }: Props) => (
  <div className="grid min-w-0 gap-1">
    <div className="h-56 min-w-0 overflow-hidden rounded-card border border-line bg-code">
      <Suspense
        fallback={
          <p role="status" className="p-3 text-white">
            Memuat editor…
          </p>
        }
      >
        <CodeEditor path={path} text={text} onChange={onChange} />
      </Suspense>
    </div>
    {error && <FieldError role="alert">{error}</FieldError>}
  </div>
)
