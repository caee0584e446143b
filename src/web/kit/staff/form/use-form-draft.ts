import { useState } from 'react'
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useLocalDraft } from '#web/kit/staff/use-local-draft.ts'
import { changedFields, hasFile } from './changed-fields.ts'

/** Fate of unsaved input when the user leaves: a local draft saves it, except chosen files. */
export type OnLeaving = 'input is lost' | 'draft is saved' | 'draft is saved without files'

const empty = {}

/** The local draft of a form: it stores the changed fields, and restores them when the user asks for it. Nothing is stored without a name. */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string | undefined,
) {
  const { isDirty, defaultValues } = form.formState
  const hasName = name !== undefined
  // Renders on every change, so that the draft is current.
  useWatch({ control: form.control, disabled: !hasName })
  const changed = hasName && isDirty ? changedFields(form.getValues(), defaultValues ?? empty) : empty
  const draft = useLocalDraft<FieldValues>(name ?? null, changed, Object.keys(changed).length > 0)
  const [isOffered, setOffered] = useState(hasName && draft.found !== null)
  const [round, setRound] = useState(0)

  function onLeaving(): OnLeaving {
    if (!hasName) return 'input is lost'
    return isDirty && Object.values(form.getValues()).some(hasFile) ? 'draft is saved without files' : 'draft is saved'
  }

  return {
    /** Changes when the draft is restored. */
    round,
    onLeaving: onLeaving(),
    /** When the draft was stored on this device; null as long as it is not. */
    savedAt: isDirty ? draft.savedAt : null,
    /** When the draft of an earlier visit was stored; null without one, and after the choice. */
    offeredAt: isOffered && draft.found ? draft.found.savedAt : null,
    saveNow: draft.saveNow,
    remove: draft.remove,
    restoreOffered() {
      draft.takeFound()
      form.reset({ ...form.getValues(), ...draft.found?.values }, { keepDefaultValues: true })
      setRound(round + 1)
      setOffered(false)
    },
    removeOffered() {
      draft.removeFound()
      setOffered(false)
    },
  }
}
