import { useWatch } from 'react-hook-form'
import { dayMs } from '#contract/kit/durations.ts'
import {
  scheduledSaleInput,
  type SaleKind,
  type ScheduledSale,
  type ScheduledSaleInput,
} from '#contract/commerce/scheduled-sales.ts'
import { PromoScopeField, scopeOf, type Scope } from './promo-scope-field.tsx'
import { confirmPast } from './confirm-past.ts'
import { useApi } from '#web/identity/index.ts'
import { DateTimeField } from '#web/kit/staff/form/date-time-field.tsx'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { MoneyField } from '#web/kit/staff/form/money-field.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { typedAmount, typedPercent } from '#web/kit/staff/typed-number.ts'
import { SelectField, TextField } from '#web/kit/ui/field.tsx'

type Props = {
  /** Null for a new sale. */ sale: ScheduledSale | null
  onClose: () => void
  onSaved: (message: string | undefined) => void
}

const kinds: readonly { value: SaleKind; label: string }[] = [
  { value: 'percent', label: 'Potongan persen' },
  { value: 'fixed-price', label: 'Harga jadi' },
]

const weekMs = 7 * dayMs

function startValues(sale: ScheduledSale | null): ScheduledSaleInput {
  if (sale) {
    const { name, kind, value, categoryId, courseId, startsAt, endsAt } = sale
    return { name, kind, value, categoryId, courseId, startsAt, endsAt }
  }
  const [startsAt, endsAt] = [new Date().toISOString(), new Date(Date.now() + weekMs).toISOString()]
  return { name: '', kind: 'percent', value: 10, categoryId: null, courseId: null, startsAt, endsAt }
}

export function SaleDialog({ sale, onClose, onSaved }: Props) {
  const { authenticated } = useApi()
  const form = useContractForm(bySchema(scheduledSaleInput), {
    values: startValues(sale),
    version: sale?.version ?? 0,
    save: (input, version) =>
      sale
        ? authenticated.scheduledSales.updateSale({ ...input, id: sale._id, version })
        : authenticated.scheduledSales.createSale(input),
    onSaved: ({ message }) => onSaved(message),
    draft: sale ? `sale:${sale._id}` : undefined,
  })
  /** Closing discards the input; only a reload after a stale save restores it. */
  function close() {
    form.discardDraft()
    onClose()
  }
  async function submit() {
    if (sale || (await confirmPast(form.getValues('endsAt'), 'Diskon'))) await form.submit()
  }
  const { errors } = form.formState
  const kind = useWatch({ control: form.control, name: 'kind' })
  const [categoryId, courseId] = useWatch({ control: form.control, name: ['categoryId', 'courseId'] })

  /** Text that is not a valid percentage may be a valid amount: `89.000`. */
  function parseValueAgain() {
    const { kind: chosen, value } = form.getValues()
    form.setValue('value', (chosen === 'percent' ? typedPercent : typedAmount)(value) as number, {
      shouldValidate: errors.value !== undefined,
    })
  }

  function chooseScope(chosen: Scope) {
    for (const name of ['categoryId', 'courseId'] as const)
      form.setValue(name, chosen.field === name ? chosen.id : null, { shouldDirty: true })
    form.clearErrors(['categoryId', 'courseId'])
  }

  return (
    <DialogForm
      title={sale ? `Ubah ${sale.name}` : 'Diskon baru'}
      size="md"
      form={{ ...form, submit }}
      submitLabel="Simpan"
      onClose={close}
    >
      <TextField
        label="Nama"
        required
        autoComplete="off"
        maxLength={80}
        hint="Hanya tampil untuk pengelola."
        {...form.field('name')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Jenis" required {...form.field('kind', { onChange: parseValueAgain })}>
          {kinds.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {kind === 'percent' ? (
          <TextField
            label="Persen"
            required
            inputMode="numeric"
            {...form.field('value', { setValueAs: typedPercent })}
          />
        ) : (
          <MoneyField label="Harga jadi (rupiah)" required control={form.control} name="value" />
        )}
      </div>
      <PromoScopeField
        scope={scopeOf({ categoryId, courseId })}
        onChoose={chooseScope}
        onlyCourses
        error={errors.categoryId?.message ?? errors.courseId?.message}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateTimeField form={form} required name="startsAt" label="Mulai (WIB)" />
        <DateTimeField form={form} required name="endsAt" label="Berakhir (WIB)" />
      </div>
    </DialogForm>
  )
}
