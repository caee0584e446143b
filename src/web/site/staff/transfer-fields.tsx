import { useWatch } from 'react-hook-form'
import type { SettingsInput, SettingsValues } from '#contract/site/settings.ts'
import { FormSection } from '#web/kit/staff/form/form-section.tsx'
import { PictureField } from '#web/kit/staff/form/picture-field.tsx'
import type { ContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { typedAmount } from '#web/kit/staff/typed-number.ts'
import { CheckboxField, TextField } from '#web/kit/ui/field.tsx'

type Props = { form: ContractForm<SettingsValues, SettingsInput> }

/** Payments by hand, beside the online provider. */
export function TransferFields({ form }: Props) {
  const qris = useWatch({ control: form.control, name: 'qris' }) ?? null
  return (
    <FormSection
      title="Transfer bank dan QRIS"
      text="Pembeli membayar ke rekeningmu dan mengirim bukti; pesanan terbuka setelah kamu menyetujuinya di halaman Transfer. Mengubahnya butuh konfirmasi bahwa ini kamu."
    >
      <CheckboxField label="Terima transfer bank" {...form.register('transfer.enabled')} />
      <TextField label="Bank" placeholder="BCA" {...form.field('transfer.bank')} />
      <TextField label="Nomor rekening" inputMode="numeric" {...form.field('transfer.number')} />
      <TextField label="Atas nama" {...form.field('transfer.holder')} />
      <TextField
        label="Bukti biasanya diperiksa dalam (jam)"
        inputMode="numeric"
        hint="Dibaca pembeli setelah mengirim buktinya. 0: tidak disebut."
        error={form.formState.errors.proofHours?.message}
        {...form.register('proofHours', { setValueAs: typedAmount })}
      />
      <PictureField
        label="QRIS statis"
        shape="square"
        value={qris}
        fallback="/favicon.svg"
        hint="Gambar QRIS tokomu, minimal 300 × 300 piksel. Tanpa gambar, QRIS tidak ditawarkan."
        error={form.formState.errors.qris?.message}
        onChange={(value) => form.setValue('qris', value, { shouldDirty: true, shouldValidate: true })}
      />
    </FormSection>
  )
}
