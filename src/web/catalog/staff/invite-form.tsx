import { useImperativeHandle, type Ref } from 'react'
import { invitationLabels } from '#contract/learning/teacher-labels.ts'
import { inviteInput, type InvitationRole } from '#contract/learning/invitations.ts'
import { useApi } from '#web/identity/index.ts'
import { FormFailure } from '#web/kit/staff/form/form-parts.tsx'
import { bySchema, useContractForm, type Validated } from '#web/kit/staff/form/use-contract-form.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { SelectField, TextAreaField } from '#web/kit/ui/field.tsx'
import { readAddresses } from './read-addresses.ts'

type Values = { role: InvitationRole; emails: string }
type Input = { role: InvitationRole; emails: string[] }
const check = bySchema(inviteInput)

/** A mistake in one address is shown at the field with all of them. */
async function validate({ role, emails }: Values): Promise<Validated<Input>> {
  const checked = await check({ role, emails: readAddresses(emails) })
  if (!checked.issues) return checked
  return { issues: checked.issues.map(({ message, path = [] }) => ({ message, path: path.slice(0, 1) })) }
}

type Props = {
  courseId: string
  roles: readonly InvitationRole[]
  /** Gets what tells the dialog around it whether something was typed. */
  unsaved: Ref<() => boolean>
  onInvited: () => void
}

/** Invites the addresses that were typed or pasted, as one of these roles. */
export function InviteForm({ courseId, roles, unsaved, onInvited }: Props) {
  const { authenticated } = useApi()
  const values: Values = { role: roles[0] ?? 'student', emails: '' }
  const form = useContractForm<Values, Input, { message?: string | undefined }>(validate, {
    values,
    save: (input) => authenticated.invitations.invite({ id: courseId, ...input }),
    onSaved: ({ message }) => {
      toast.success(message ?? 'Undangan dikirim.')
      form.reset({ role: form.getValues('role'), emails: '' })
      onInvited()
    },
  })
  useImperativeHandle(unsaved, () => form.hasUnsavedInput)
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {roles.length > 1 && (
        <SelectField label="Sebagai" hint={roleHint} {...form.register('role')}>
          {roles.map((role) => (
            <option key={role} value={role}>
              {invitationLabels[role]}
            </option>
          ))}
        </SelectField>
      )}
      <TextAreaField
        label="Alamat email"
        rows={3}
        required
        autoComplete="off"
        hint="Satu atau banyak, dipisah koma atau baris. Boleh ditempel dari spreadsheet."
        {...form.field('emails')}
      />
      <FormFailure form={form} />
      <Button type="submit" variant="outline" className="justify-self-start" busy={form.isSaving}>
        Kirim undangan
      </Button>
    </form>
  )
}

const roleHint =
  'Rekan instruktur mengubah isi kelas dan melihat siswanya. Asisten menjawab pertanyaan dan menilai tugas.'
