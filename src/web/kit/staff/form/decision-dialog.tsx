import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { DialogForm } from './dialog-form.tsx'
import { bySchema, useContractForm } from './use-contract-form.ts'

type Props = {
  title: string
  /** Says what follows from the decision. */
  text?: ReactNode
  submitLabel: string
  danger?: boolean
  /** The one field: its name in the call, by which the server names its errors, and its rule. */
  field: {
    name: 'reason' | 'sentence' | 'reference'
    rule: z.core.$ZodType<string, string>
    label: string
    hint?: string
    isOptional?: boolean
    /** The greatest length of a field of one line. */
    maxLength?: number
  }
  call: (typed: string) => Promise<{ message?: string | undefined }>
  /** Announced instead of the server's sentence. */
  done?: string
  onClose: () => void
}

/** Asks for the words of a decision and sends it. Afterwards, and when it was refused, the rows behind it are loaded anew. */
export function DecisionDialog({ title, text, submitLabel, danger = false, field, call, done, onClose }: Props) {
  const { revalidate } = useRevalidator()
  const { name, rule, isOptional = false, ...shown } = field
  const form = useContractForm(bySchema(z.object({ [name]: rule })), {
    values: { [name]: '' },
    save: (input) => call(String(input[name])),
    onSaved: async ({ message }) => {
      toast.success(done ?? message ?? 'Tersimpan.')
      closeAndLeaveRow(onClose)
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  const props = { ...shown, required: !isOptional, ...form.field(name) }
  return (
    <DialogForm title={title} form={form} submitLabel={submitLabel} danger={danger} onClose={onClose}>
      {text && <p className="text-ink-2">{text}</p>}
      {shown.maxLength === undefined ? (
        <TextAreaField rows={3} {...props} />
      ) : (
        <TextField autoComplete="off" {...props} />
      )}
    </DialogForm>
  )
}
