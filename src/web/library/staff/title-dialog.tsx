import * as z from 'zod/mini'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { TextField } from '#web/kit/ui/field.tsx'

export type TitlePrompt = { title: string; label: string; initial: string; save: (value: string) => Promise<void> }

/** Asks for one line of text and stays open until it is saved. */
export function TitleDialog({ prompt, onClose }: { prompt: TitlePrompt; onClose: () => void }) {
  const form = useContractForm(
    bySchema(z.object({ title: z.string().check(z.trim(), z.minLength(1, `${prompt.label} wajib diisi`)) })),
    {
      values: { title: prompt.initial },
      save: ({ title }) => prompt.save(title),
      onSaved: onClose,
    },
  )

  return (
    <DialogForm title={prompt.title} form={form} submitLabel="Simpan" onClose={onClose}>
      <TextField label={prompt.label} required data-autofocus maxLength={200} {...form.field('title')} />
    </DialogForm>
  )
}
