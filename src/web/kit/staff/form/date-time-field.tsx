import { useWatch, type FieldPathByValue, type FieldValues, type PathValue } from 'react-hook-form'
import { fromLocalInput, toLocalInput } from '#web/kit/staff/local-input.ts'
import { TextField } from '#web/kit/ui/field.tsx'
import type { ContractForm } from './use-contract-form.ts'

type Props<Values extends FieldValues, Output> = {
  form: ContractForm<Values, Output>
  name: FieldPathByValue<Values, string | null | undefined>
  label: string
  hint?: string
  required?: boolean
}

/** The form stores an ISO timestamp, or null when the field is empty and optional; the field shows it in western Indonesian time. */
export function DateTimeField<Values extends FieldValues, Output>({
  form,
  name,
  label,
  hint,
  required = false,
}: Props<Values, Output>) {
  const value: unknown = useWatch({ control: form.control, name })
  const error = form.getFieldState(name, form.formState).error?.message
  return (
    <TextField
      label={label}
      type="datetime-local"
      required={required}
      hint={hint}
      value={typeof value === 'string' ? toLocalInput(value) : ''}
      error={error}
      onChange={({ currentTarget }) => {
        const instant = fromLocalInput(currentTarget.value)
        form.setValue(name, (instant === '' && !required ? null : instant) as PathValue<Values, typeof name>, {
          shouldValidate: true,
          shouldDirty: true,
        })
      }}
    />
  )
}
