import type { FieldPath } from 'react-hook-form'
import type { SettingControl } from '#contract/site/setting.ts'
import type { SettingsInput, SettingsValues } from '#contract/site/settings.ts'
import type { ContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { typedAmount, typedPercent } from '#web/kit/staff/typed-number.ts'
import { CheckboxField, SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'

type Props = { form: ContractForm<SettingsValues, SettingsInput>; path: string; control: SettingControl }

/** The field of a setting, as the table of settings describes it. */
export function SettingInput({ form, path, control }: Props) {
  const name = path as FieldPath<SettingsValues>
  const { error } = form.getFieldState(name, form.formState)
  const { label, hint, required = false, kind } = control
  const shared = {
    label,
    required,
    ...(hint === undefined ? {} : { hint }),
    error: error?.message,
    ...form.register(
      name,
      kind === 'percent' ? { setValueAs: typedPercent } : kind === 'count' ? { setValueAs: typedAmount } : {},
    ),
  }
  switch (kind) {
    case 'checkbox':
      return <CheckboxField {...shared} />
    case 'lines':
      return <TextAreaField rows={3} {...shared} />
    case 'select':
      return (
        <SelectField {...shared}>
          {Object.entries(control.options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      )
    case 'percent':
    case 'count':
      return <TextField inputMode="numeric" {...shared} />
    case 'email':
    case 'tel':
      return <TextField type={kind} inputMode={kind} {...shared} />
    case 'text':
      return <TextField {...shared} />
  }
}
