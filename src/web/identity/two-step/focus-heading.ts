import type { RefObject } from 'react'

/**
 * Before what was pressed gives way to something else: the heading of the section around it takes the focus. Not with leave-row.ts or
 * use-focus-next.ts, which the second step of a sign-in would load as well.
 */
export const focusHeading = (part: RefObject<HTMLElement | null>): void =>
  part.current?.closest('section')?.querySelector('h2')?.focus()
