import { useNavigate } from 'react-router'
import { roles } from '#contract/identity/identity.ts'
import { roleLabels } from '#contract/kit/roles.ts'
import { paths } from '#contract/kit/paths.ts'
import { createUserInput } from '#contract/identity/users.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { loaderToCall } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { PasswordField, SelectField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

export const createLoader = loaderToCall((on) => on.users.createUser)

export function Page() {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const form = useContractForm(bySchema(createUserInput), {
    values: { name: '', email: '', role: 'student' },
    save: (input) => authenticated.users.createUser(input),
    onSaved: ({ message, data }) => {
      toast.success(message ?? 'Akun dibuat.')
      void navigate(paths.adminStudent({ studentId: data._id }))
    },
  })

  return (
    <StaffPage title="Buat akun" back={{ to: paths.adminStudents(), label: 'Pengguna' }}>
      <StaffForm
        form={form}
        submitLabel="Buat akun"
        actions={
          <ButtonLink variant="outline" to={paths.adminStudents()}>
            Batal
          </ButtonLink>
        }
        className="max-w-[640px]"
      >
        <div className="grid gap-5 rounded-card border border-line bg-surface p-5 md:p-7">
          <TextField label="Nama" required autoComplete="off" {...form.field('name')} />
          <TextField
            label="Email"
            required
            type="email"
            inputMode="email"
            autoComplete="off"
            {...form.field('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint="Boleh kosong: tautan untuk membuat password dikirim lewat email."
            {...form.field('password', { setValueAs: (value: string) => value || undefined })}
          />
          <SelectField
            label="Peran"
            required
            hint="Instruktur mengelola kelasnya sendiri; admin mengelola semuanya."
            {...form.field('role')}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {roleLabels[role]}
              </option>
            ))}
          </SelectField>
        </div>
      </StaffForm>
    </StaffPage>
  )
}
