import { webhookEvents, webhookInput, type Webhook } from '#contract/integrations/webhooks.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { CheckboxField, TextField } from '#web/kit/ui/field.tsx'
import { CheckboxGroup } from './checkbox-group.tsx'
import { eventLabels } from './integration-labels.ts'

type Saved = { data: Webhook & { /** New webhooks only. */ secret?: string }; message?: string | undefined }
type Props = {
  /** Null for a new webhook. */ webhook: Webhook | null
  onClose: () => void
  onSaved: (saved: Saved) => void
}

export function WebhookDialog({ webhook, onClose, onSaved }: Props) {
  const { authenticated } = useApi()
  const form = useContractForm(bySchema(webhookInput), {
    values: { url: webhook?.url ?? '', events: webhook?.events ?? [] },
    save: (input) =>
      webhook
        ? authenticated.webhooks.updateWebhook({ ...input, id: webhook._id })
        : authenticated.webhooks.createWebhook(input),
    onSaved: (saved) => onSaved(saved),
  })
  const { errors } = form.formState

  return (
    <DialogForm
      title={webhook ? 'Ubah webhook' : 'Webhook baru'}
      size="md"
      form={form}
      submitLabel="Simpan"
      onClose={onClose}
    >
      <TextField
        label="Alamat penerima"
        type="url"
        inputMode="url"
        required
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        {...form.field('url')}
      />
      <CheckboxGroup legend="Kejadian" error={errors.events?.message}>
        {webhookEvents.map((event) => (
          <CheckboxField
            key={event}
            label={eventLabels[event]}
            hint={<code className="font-mono">{event}</code>}
            value={event}
            {...form.register('events')}
          />
        ))}
      </CheckboxGroup>
    </DialogForm>
  )
}
