import { useState, type ReactNode } from 'react'
import type { Review } from '#contract/learning/learning.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Button } from '#web/kit/ui/button.tsx'

const perPage = 20
/** The button that opened this list is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

type Props = {
  courseId: string
  /** Those that are shown already. */
  shown: readonly Review[]
  /** All reviews of the course. */
  total: number
  children: (review: Review) => ReactNode
}

/** The reviews after the newest ones, page by page. */
export default function MoreReviews({ courseId, shown, total, children }: Props) {
  const { anonymous } = useApi()
  const [page, setPage] = useState(1)
  const [rows, setRows] = useState<readonly Review[]>([])
  const { status, reload } = useRemote(`${courseId} ${page}`, async (signal) => {
    const { data } = await anonymous.learning.listReviews({ id: courseId, page, limit: perPage }, { signal })
    setRows((before) => [...before, ...data])
  })
  // Reviews move to the front when they are changed, and are met again on a later page.
  const byId = new Map(rows.map((review) => [review._id, review]))
  for (const { _id } of shown) byId.delete(_id)
  const hasFailed = status === 'failed'
  return (
    <>
      {byId.size > 0 && (
        <ul className="mt-7 grid gap-x-10 gap-y-7 md:grid-cols-2">
          {[...byId.values()].map((review) => (
            <li key={review._id}>{children(review)}</li>
          ))}
        </ul>
      )}
      <div aria-live="polite" className="mt-7">
        {hasFailed && <p className="mb-3 text-ink-2">Ulasan belum bisa dimuat. Periksa koneksimu.</p>}
        {(hasFailed || status === 'loading' || page * perPage < total) && (
          <Button
            ref={takeFocus}
            variant="outline"
            busy={status === 'loading'}
            onClick={() => (hasFailed ? reload() : setPage(page + 1))}
          >
            {hasFailed ? 'Coba lagi' : 'Muat lebih banyak'}
          </Button>
        )}
      </div>
    </>
  )
}
