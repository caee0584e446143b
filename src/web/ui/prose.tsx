import { useEffect, useRef } from 'react'

/** Shows HTML that was cleaned when it was written. The only place where HTML is put in as it is. */
export function Prose({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What scrolls sideways must be reachable by keyboard.
    for (const block of ref.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
      if (block.scrollWidth > block.clientWidth) block.tabIndex = 0
    }
  }, [html])
  return <div ref={ref} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
