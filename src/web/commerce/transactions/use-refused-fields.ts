import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldErrors } from '#contract/client.ts'
import { focusInvalid } from '#web/kit/ui/behaviour/focus-invalid.ts'

/** The messages of the fields that the server refused, and the ref of their form. */
export function useRefusedFields() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  return {
    form,
    errors,
    setErrors,
    /** Shows the messages, and focuses the first of those fields; false when there are none. */
    refuse(error: unknown): boolean {
      const found = fieldErrors(error)
      // A field is found by its mark.
      flushSync(() => setErrors(found))
      focusInvalid(form.current)
      return Object.keys(found).length > 0
    },
  }
}
