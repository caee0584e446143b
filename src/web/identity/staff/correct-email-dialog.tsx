import { useRevalidator } from 'react-router'
import { correctEmailInput, type UserDetail } from '#contract/identity/users.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** Corrects the address of a user, for example with a typo. */
export function CorrectEmailDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(correctEmailInput), {
    values: { email: user.email },
    save: ({ email }) => authenticated.users.correctEmail({ id: user._id, email }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Email diganti.')
      onClose()
      await revalidate()
    },
  })
  return (
    <DialogForm title="Betulkan email" form={form} submitLabel="Ganti email" onClose={onClose}>
      <p className="text-ink-2">
        Semua sesi {user.name} berakhir. Alamat lama diberi tahu, alamat baru mendapat tautan konfirmasi; akun yang
        belum pernah dipakai mendapat undangannya lagi.
      </p>
      <TextField
        label="Email yang benar"
        data-autofocus
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        {...form.field('email')}
      />
    </DialogForm>
  )
}
