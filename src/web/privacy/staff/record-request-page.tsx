import { useState } from 'react'
import { useNavigate } from 'react-router'
import { requestKindLabels, requestKinds } from '#contract/privacy/privacy.ts'
import { recordRequestInput } from '#contract/privacy/privacy-admin.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { loaderToCall } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { DateTimeField } from '#web/kit/staff/form/date-time-field.tsx'

export const createLoader = loaderToCall((on) => on.privacy.recordPrivacyRequest)

/** Records a request that arrived by mail or letter. */
export function Page() {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const [now] = useState(() => new Date().toISOString())
  const form = useContractForm(bySchema(recordRequestInput), {
    values: { name: '', email: '', kind: 'question', text: '', receivedAt: now },
    save: (input) => authenticated.privacy.recordPrivacyRequest(input),
    onSaved: ({ message, data }) => {
      toast.success(message ?? 'Permintaan dicatat.')
      void navigate(staffPaths.privacyRequest({ requestId: data._id }))
    },
  })
  return (
    <StaffPage
      title="Catat permintaan"
      lead="Untuk orang yang menulis lewat email atau surat karena tidak bisa masuk ke akunnya. Pastikan dulu bahwa alamat itu memang miliknya."
      back={{ to: staffPaths.privacy(), label: 'Privasi' }}
    >
      <StaffForm
        form={form}
        submitLabel="Catat"
        actions={
          <ButtonLink variant="outline" to={staffPaths.privacy()}>
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
          <SelectField label="Jenis permintaan" {...form.field('kind')}>
            {requestKinds.map((kind) => (
              <option key={kind} value={kind}>
                {requestKindLabels[kind]}
              </option>
            ))}
          </SelectField>
          <DateTimeField
            form={form}
            name="receivedAt"
            label="Diterima (WIB)"
            required
            hint="Batas 3×24 jam dihitung dari waktu ini."
          />
          <TextAreaField label="Isi" required rows={5} {...form.field('text')} />
        </div>
      </StaffForm>
    </StaffPage>
  )
}
