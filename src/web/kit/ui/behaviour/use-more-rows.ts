import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { joinPages, readPages } from './more-rows.ts'

type Options<Row> = {
  keyOf: (row: Row) => string
  perPage: number
  /** The rows after this one. */
  read: (after: string) => Promise<readonly Row[]>
}

/**
 * The rows of a list that pages by key: its first page, and those that were asked for after it. A first page that was loaded again is
 * followed by as many rows as before, loaded again as well.
 */
export function useMoreRows<Row>(first: readonly Row[], { keyOf, perPage, read }: Options<Row>) {
  const [more, setMore] = useState<readonly Row[]>([])
  const [isEnd, setEnd] = useState(false)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const rows = joinPages(first, more, keyOf)
  /** The load that counts: answers of those before it are ignored, and after a failure it is repeated. */
  const latest = useRef<() => void>(() => {})

  async function load(after: string | undefined, { atLeast, before }: { atLeast: number; before: readonly Row[] }) {
    if (after === undefined) return
    const again = () => void load(after, { atLeast, before })
    latest.current = again
    setState('loading')
    try {
      const pages = await readPages(read, keyOf, { after, atLeast, perPage })
      if (latest.current !== again) return
      setMore([...before, ...pages.rows])
      setEnd(pages.isEnd)
      setState('idle')
    } catch {
      if (latest.current === again) setState('failed')
    }
  }
  const lastOf = (list: readonly Row[]) => (list.length > 0 ? keyOf(list.at(-1) as Row) : undefined)

  const loadAgain = useEffectEvent(() => {
    if (more.length > 0) void load(lastOf(first), { atLeast: more.length, before: [] })
    else setEnd(false)
  })
  useEffect(() => loadAgain(), [first])

  return {
    rows,
    /** False at the end of the list. A load that failed can be repeated. */
    hasMore: (first.length >= perPage && !isEnd) || state === 'failed',
    state,
    loadMore: () => (state === 'failed' ? latest.current() : void load(lastOf(rows), { atLeast: 1, before: more })),
  }
}
