import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { changedFields } from './changed-fields.ts'
import { takeOver } from './take-over.ts'

const empty = {}
const keptState = {
  keepDirty: true,
  keepErrors: true,
  keepTouched: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
} as const

/** Starts a form from newer values. What was typed stays, and stays unsaved. */
export const takeValues = <Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'reset'>,
  values: FieldValues,
): void => form.reset(values as Values, { keepDirtyValues: true, ...keptState })

/** Follows the record of a form that stays while the page loads it again: which version its values are of. */
export function useNewest<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  loaded: { values: FieldValues; version: number },
) {
  const base = useRef(loaded)
  const sent = useRef<FieldValues | null>(null)
  const [round, setRound] = useState(0)
  const { defaultValues } = form.formState

  const follow = useEffectEvent(() => {
    if (loaded.version <= base.current.version) return
    const typed = changedFields(form.getValues(), defaultValues ?? empty)
    const taken = takeOver({ base: base.current, sent: sent.current, loaded, typed })
    if (taken === null) return
    base.current = loaded
    sent.current = null
    if (taken.length === 0) return
    takeValues(form, { ...defaultValues, ...Object.fromEntries(taken.map((name) => [name, loaded.values[name]])) })
    setRound(round + 1)
  })
  useEffect(() => follow(), [loaded.version])

  return {
    /** Changes when fields took newer values. */
    round,
    version: () => base.current.version,
    markSaved: (values: FieldValues) => void (sent.current = values),
  }
}
