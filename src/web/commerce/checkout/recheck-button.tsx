import type { ComponentProps } from 'react'
import { Button } from '#web/kit/ui/button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & { onRecheck: () => void }

/** Checks a payment again after the page has stopped doing so by itself. */
export function RecheckButton({ onRecheck, ...rest }: Props) {
  function recheck() {
    onRecheck()
    // The focused button disappears, so the focus moves to the start of the page's content.
    document.getElementById('konten')?.focus({ preventScroll: true })
  }
  return (
    <Button type="button" {...rest} onClick={recheck}>
      Periksa lagi
    </Button>
  )
}
