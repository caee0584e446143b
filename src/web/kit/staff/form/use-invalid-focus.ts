import { useEffect, useRef } from 'react'
import { focusInvalid } from '#web/kit/ui/behaviour/focus-invalid.ts'
import type { FormFrame } from './use-contract-form.ts'

/** After a rejected attempt to save, focuses the first field with an error, which a long form may have scrolled away. Returns the ref of the form. */
export function useInvalidFocus({ submitCount, hasRejectedFields }: FormFrame) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount > 0 && hasRejectedFields) focusInvalid(form.current)
    // Only after an attempt: an error that appears while typing must not move the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [submitCount])
  return form
}
