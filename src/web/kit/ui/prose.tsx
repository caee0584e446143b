import { useEffect, useRef } from 'react'

/** Renders HTML that was sanitized when it was saved. The only place that inserts raw HTML. */
export function Prose({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Content that scrolls horizontally must be reachable by keyboard.
    for (const block of ref.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
      if (block.scrollWidth > block.clientWidth) block.tabIndex = 0
    }
  }, [html])
  return <div ref={ref} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
