import { apiKeyInput } from '#contract/integrations/api-keys.ts'
import { apiScopes } from '#contract/kit/api-scopes.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { DateTimeField } from '#web/kit/staff/form/date-time-field.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { CheckboxField, TextField } from '#web/kit/ui/field.tsx'
import { CheckboxGroup } from './checkbox-group.tsx'
import { scopeLabels } from './integration-labels.ts'

type Props = { onClose: () => void; onCreated: (made: { name: string; key: string }) => void }

export function ApiKeyDialog({ onClose, onCreated }: Props) {
  const { authenticated } = useApi()
  const form = useContractForm(bySchema(apiKeyInput), {
    values: { name: '', scopes: [], expiresAt: null },
    save: (input) => authenticated.apiKeys.createApiKey(input),
    onSaved: ({ data }) => onCreated(data),
  })
  const { errors } = form.formState

  return (
    <DialogForm title="Kunci API baru" size="md" form={form} submitLabel="Buat kunci" onClose={onClose}>
      <TextField
        label="Nama"
        required
        autoComplete="off"
        maxLength={60}
        hint="Program yang memakainya, misalnya Akuntansi."
        {...form.field('name')}
      />
      <CheckboxGroup legend="Izin" error={errors.scopes?.message}>
        {apiScopes.map((scope) => (
          <CheckboxField
            key={scope}
            label={scopeLabels[scope].label}
            hint={scopeLabels[scope].hint}
            value={scope}
            {...form.register('scopes')}
          />
        ))}
      </CheckboxGroup>
      <DateTimeField form={form} name="expiresAt" label="Berlaku sampai (WIB)" hint="Kosong: sampai dicabut." />
    </DialogForm>
  )
}
