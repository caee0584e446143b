import type { BankAccountInput } from '#contract/commerce/bank-account.ts'
import { TextField } from '#web/kit/ui/field.tsx'

export const noRefundAccount: BankAccountInput = { bank: '', number: '', holder: '' }

type Props = {
  values: BankAccountInput
  errors: Record<string, string>
  onChange: (values: BankAccountInput) => void
}

/** The account that a refund by hand is sent to. */
export function RefundAccountFields({ values, errors, onChange }: Props) {
  const field = (name: keyof BankAccountInput) => ({
    value: values[name],
    error: errors[name],
    required: true,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...values, [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextField label="Bank" maxLength={60} {...field('bank')} />
      <TextField label="Nomor rekening" inputMode="numeric" maxLength={40} {...field('number')} />
      <TextField label="Nama pemilik rekening" autoComplete="name" maxLength={80} {...field('holder')} />
    </>
  )
}
