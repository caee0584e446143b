import type { IncidentInput } from '#contract/privacy/privacy-admin.ts'
import { FormSection } from '#web/kit/staff/form/form-section.tsx'
import type { ContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { DateTimeField } from '#web/kit/staff/form/date-time-field.tsx'

export function IncidentFields<Output>({ form }: { form: ContractForm<IncidentInput, Output> }) {
  return (
    <>
      <FormSection title="Kejadian" text="Apa yang terjadi, kapan, dan kapan diketahui.">
        <TextField label="Judul" required {...form.field('title')} />
        <TextAreaField label="Apa yang terjadi" required rows={4} {...form.field('whatHappened')} />
        <DateTimeField form={form} name="happenedAt" label="Terjadi (WIB)" hint="Kosongkan kalau belum diketahui." />
        <DateTimeField
          form={form}
          name="noticedAt"
          label="Diketahui (WIB)"
          required
          hint="Batas 3×24 jam dihitung dari waktu ini."
        />
      </FormSection>
      <FormSection title="Dampak dan tindakan">
        <TextAreaField label="Data yang terdampak" required rows={3} {...form.field('dataConcerned')} />
        <TextAreaField
          label="Orang yang terdampak"
          required
          rows={3}
          hint="Siapa, dan kira-kira berapa orang."
          {...form.field('peopleConcerned')}
        />
        <TextAreaField label="Tindakan" required rows={4} {...form.field('measures')} />
      </FormSection>
      <FormSection title="Pemberitahuan" text="Isi waktunya begitu sudah dikirim.">
        <DateTimeField form={form} name="authorityNotifiedAt" label="Lembaga diberi tahu (WIB)" />
        <DateTimeField form={form} name="peopleNotifiedAt" label="Orang terdampak diberi tahu (WIB)" />
        <TextAreaField
          label="Alasan tidak perlu memberi tahu"
          rows={2}
          hint="Hanya kalau memang tidak wajib, misalnya datanya terenkripsi."
          {...form.field('noNotificationReason')}
        />
      </FormSection>
    </>
  )
}
