import { useWatch } from 'react-hook-form'
import { dayMs } from '#contract/kit/durations.ts'
import {
  promoCodeInput,
  type InstructorPromoLimits,
  type PromoCode,
  type PromoCodeInput,
  type PromoKind,
} from '#contract/commerce/promo-codes.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { MoneyField } from '#web/kit/staff/form/money-field.tsx'
import { DateTimeField } from '#web/kit/staff/form/date-time-field.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { confirmPast } from './confirm-past.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { SelectField, TextField } from '#web/kit/ui/field.tsx'
import { typedAmount, typedLimit, typedPercent } from '#web/kit/staff/typed-number.ts'
import { OwnCourseField } from './own-course-field.tsx'
import type { PromoCodeCalls } from './promo-code-calls.ts'
import { PromoScopeField, scopeOf, type Scope } from './promo-scope-field.tsx'

type Props = {
  /** Null for a new code. */ promo: PromoCode | null
  /** The name of a new code. */ code: string
  /** Set for an instructor's code: percent off one course of their own; null: a code of the site. */ limits: InstructorPromoLimits | null
  save: PromoCodeCalls['save']
  onClose: () => void
  onSaved: (message: string | undefined) => void
}

const kinds: readonly { value: PromoKind; label: string; valueLabel: string }[] = [
  { value: 'percent', label: 'Potongan persen', valueLabel: 'Persen' },
  { value: 'amount-off', label: 'Potongan rupiah', valueLabel: 'Potongan (rupiah)' },
  { value: 'fixed-price', label: 'Harga jadi', valueLabel: 'Harga jadi (rupiah)' },
]

const weekMs = 7 * dayMs

function startValues(promo: PromoCode | null, newCode: string): PromoCodeInput {
  const startsAt = promo?.startsAt ?? new Date().toISOString()
  const endsAt = promo?.endsAt ?? new Date(Date.now() + weekMs).toISOString()
  if (!promo)
    return {
      code: newCode,
      kind: 'percent',
      value: 10,
      categoryId: null,
      courseId: null,
      ebookId: null,
      startsAt,
      endsAt,
      totalLimit: null,
      perStudentLimit: 1,
    }
  const { code, kind, value, categoryId, courseId, ebookId, totalLimit, perStudentLimit } = promo
  return { code, kind, value, categoryId, courseId, ebookId, startsAt, endsAt, totalLimit, perStudentLimit }
}

/** True when everything would cost nothing: with 100 percent off, or at a price of zero, without a category or an item. */
type Scoped = { [Field in 'categoryId' | 'courseId' | 'ebookId']?: string | null | undefined }

const givesAllAway = ({
  kind,
  value,
  categoryId,
  courseId,
  ebookId,
}: Pick<PromoCodeInput, 'kind' | 'value'> & Scoped): boolean =>
  (kind === 'percent' ? value === 100 : kind === 'fixed-price' && value === 0) && !categoryId && !courseId && !ebookId

export function PromoCodeDialog({ promo, code, limits, save, onClose, onSaved }: Props) {
  const form = useContractForm(bySchema(promoCodeInput), {
    values: startValues(promo, code),
    version: promo?.version ?? 0,
    save: (input, version) => save(input, promo && { id: promo._id, version }),
    onSaved: ({ message }) => onSaved(message),
    draft: promo ? `promo:${promo._id}` : undefined,
  })
  /** Closing discards the input; only a reload after a stale save restores it. */
  function close() {
    form.discardDraft()
    onClose()
  }
  const { errors } = form.formState
  async function submit() {
    const text =
      'Siapa pun yang tahu kode ini mendapat semua kelas dan e-book tanpa membayar. Pilih satu kategori, kelas, atau e-book kalau bukan itu maksudmu.'
    if (
      givesAllAway(form.getValues()) &&
      !(await askConfirm({ title: 'Gratiskan semuanya?', text, confirmLabel: 'Ya, gratiskan semua', danger: true }))
    )
      return
    if (!promo && !(await confirmPast(form.getValues('endsAt'), 'Kode'))) return
    await form.submit()
  }
  const kind = useWatch({ control: form.control, name: 'kind' })
  const valueLabel = kinds.find(({ value }) => value === kind)?.valueLabel ?? 'Nilai'
  const [categoryId, courseId, ebookId] = useWatch({
    control: form.control,
    name: ['categoryId', 'courseId', 'ebookId'],
  })
  const scope = scopeOf({ categoryId, courseId, ebookId })

  /** Text that is not a valid percentage may be a valid amount: `89.000`. */
  function parseValueAgain() {
    const { kind: chosen, value } = form.getValues()
    form.setValue('value', (chosen === 'percent' ? typedPercent : typedAmount)(value) as number, {
      shouldValidate: errors.value !== undefined,
    })
  }

  function chooseScope(chosen: Scope) {
    for (const name of ['categoryId', 'courseId', 'ebookId'] as const)
      form.setValue(name, chosen.field === name ? chosen.id : null, { shouldDirty: true })
    form.clearErrors(['categoryId', 'courseId', 'ebookId'])
  }

  return (
    <DialogForm
      title={promo ? `Ubah ${promo.code}` : 'Kode promo baru'}
      size="md"
      form={{ ...form, submit }}
      submitLabel="Simpan"
      onClose={close}
    >
      <TextField
        label="Kode"
        required
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        readOnly={(promo?.uses ?? 0) > 0}
        hint={promo && promo.uses > 0 ? 'Sudah dipakai, jadi namanya tetap.' : undefined}
        {...form.field('code')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {limits === null && (
          <SelectField label="Jenis" required {...form.field('kind', { onChange: parseValueAgain })}>
            {kinds.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        {kind === 'percent' ? (
          <TextField
            label={valueLabel}
            required
            inputMode="numeric"
            hint={limits ? `Paling banyak ${limits.maximumPercent}%.` : undefined}
            {...form.field('value', { setValueAs: typedPercent })}
          />
        ) : (
          <MoneyField label={valueLabel} required control={form.control} name="value" />
        )}
      </div>
      {limits ? (
        <OwnCourseField
          courseId={scope.id ?? ''}
          onChoose={(id) => chooseScope(id ? { field: 'courseId', id } : { field: null, id: null })}
          error={errors.courseId?.message}
        />
      ) : (
        <PromoScopeField
          scope={scope}
          onChoose={chooseScope}
          error={errors.categoryId?.message ?? errors.courseId?.message ?? errors.ebookId?.message}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <DateTimeField form={form} required name="startsAt" label="Mulai (WIB)" />
        <DateTimeField form={form} required name="endsAt" label="Berakhir (WIB)" />
        <TextField
          label="Batas pemakaian"
          inputMode="numeric"
          hint="Kosong: tanpa batas."
          {...form.field('totalLimit', { setValueAs: typedLimit })}
        />
        <TextField
          label="Batas per siswa"
          inputMode="numeric"
          hint="Kosong: tanpa batas."
          {...form.field('perStudentLimit', { setValueAs: typedLimit })}
        />
      </div>
    </DialogForm>
  )
}
