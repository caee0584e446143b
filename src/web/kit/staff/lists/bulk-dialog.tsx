import * as z from 'zod/mini'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'

/** Asked once for all rows: a choice, one line, or several. */
export type BulkField = {
  label: string
  rule: z.core.$ZodType<string, string>
  hint?: string
  /** Makes it a choice. The first option is empty. */
  options?: readonly { value: string; label: string }[]
  /** The greatest length of a field of one line. */
  maxLength?: number
}

type Props = {
  title: string
  text: string
  field: BulkField
  submitLabel: string
  danger?: boolean
  onAnswer: (typed: string) => void
  onClose: () => void
}

/** Asks what goes to every chosen row. Nothing is sent before the answer. */
export function BulkDialog({ title, text, field, submitLabel, danger = false, onAnswer, onClose }: Props) {
  const { rule, options, maxLength, ...shown } = field
  const form = useContractForm(bySchema(z.object({ typed: rule })), {
    values: { typed: '' },
    save: ({ typed }) => Promise.resolve(typed),
    onSaved: (typed) => {
      onClose()
      onAnswer(typed)
    },
  })
  const props = { ...shown, required: true, ...form.field('typed') }
  return (
    <DialogForm title={title} form={form} submitLabel={submitLabel} danger={danger} onClose={onClose}>
      <p className="text-ink-2">{text}</p>
      {options ? (
        <SelectField {...props}>
          <option value="">-- Pilih --</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : maxLength === undefined ? (
        <TextAreaField rows={3} {...props} />
      ) : (
        <TextField maxLength={maxLength} autoComplete="off" {...props} />
      )}
    </DialogForm>
  )
}
