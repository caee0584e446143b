import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'

type Props = {
  /** Names the rows: "Anggota". */
  label: string
  hasMore: boolean
  state: 'idle' | 'loading' | 'failed'
  loadMore: () => void
}

/** Below a list that pages by key: its next rows. After the last ones it says so, and keeps the focus. */
export function MoreButton({ label, hasMore, state, loadMore }: Props) {
  const [wasPressed, setPressed] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  const isAtEnd = wasPressed && !hasMore
  useEffect(() => {
    if (isAtEnd && document.activeElement === document.body) end.current?.focus()
  }, [isAtEnd])
  if (isAtEnd)
    return (
      <p ref={end} tabIndex={-1} className="mt-4 text-sm text-ink-2 print:hidden">
        {label} sudah tampil semua.
      </p>
    )
  if (!hasMore) return null
  return (
    <div className="mt-4 grid justify-items-start gap-3 print:hidden">
      {state === 'failed' && <FormError>{label} berikutnya belum bisa dimuat. Coba lagi.</FormError>}
      <Button
        variant="outline"
        busy={state === 'loading'}
        onClick={() => {
          setPressed(true)
          loadMore()
        }}
      >
        {label} berikutnya
      </Button>
    </div>
  )
}
