import { useRef, useState } from 'react'
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import type * as z from 'zod/mini'
import { roles } from '#contract/identity.ts'
import { roleLabels } from '#contract/labels.ts'
import { paths } from '#contract/paths.ts'
import { createStudentInput } from '#contract/students.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { useContractForm } from '#web/staff-kit/use-contract-form.ts'
import { loadAsStaff } from '#web/staff-kit/load-as-staff.ts'
import { StaffPage } from '#web/staff-kit/staff-page.tsx'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormError, PasswordField, SelectField, TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { describeFailure } from '#web/staff-kit/failure.ts'

export const createCreateStudentLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async () => null, { adminOnly: true })

type Values = z.input<typeof createStudentInput>

export function CreateStudentPage() {
  const { mine } = useApi()
  const navigate = useNavigate()
  const form = useContractForm<Values>(createStudentInput as never, { name: '', email: '', role: 'student' })
  const { errors, isSubmitting, isDirty } = form.formState
  // A ref, because the form state changes only with the next render.
  const saved = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)
  useUnsavedGuard(() => isDirty && !saved.current)

  async function send(values: Values) {
    setFailure(null)
    try {
      const { message, data } = await withLogin(() => mine.students.createStudent(values))
      toast.success(message ?? 'Akun dibuat.')
      saved.current = true
      void navigate(paths.adminStudent({ studentId: data._id }))
    } catch (error) {
      if (!form.showFieldErrors(error)) setFailure(describeFailure(error))
    }
  }

  return (
    <StaffPage title="Buat akun" back={{ to: paths.adminStudents(), label: 'Siswa' }}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(send)(event)}
        className="grid max-w-[640px] gap-5 rounded-card border border-line bg-surface p-5 md:p-7"
      >
        {failure && <FormError>{failure}</FormError>}
        <TextField label="Nama" required autoComplete="off" error={errors.name?.message} {...form.register('name')} />
        <TextField label="Email" required type="email" inputMode="email" autoComplete="off" error={errors.email?.message} {...form.register('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="Boleh kosong: tautan untuk membuat password dikirim lewat email."
          error={errors.password?.message}
          {...form.register('password', { setValueAs: (value: string) => value || undefined })}
        />
        <SelectField
          label="Peran"
          required
          hint="Instruktur mengelola kelasnya sendiri; admin mengelola semuanya."
          error={errors.role?.message}
          {...form.register('role')}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleLabels[role]}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink variant="outline" to={paths.adminStudents()}>
            Batal
          </ButtonLink>
          <Button type="submit" busy={isSubmitting}>
            Buat akun
          </Button>
        </div>
      </form>
    </StaffPage>
  )
}
