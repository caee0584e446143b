import { useWatch } from 'react-hook-form'
import { benefitIcons, type Benefit } from '#contract/site/home.ts'
import { maximumBenefits } from '#contract/site/home-settings.ts'
import { newKey } from '#web/kit/device/device-store.ts'
import { SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { errorAt, type HomeForm } from './home-fields.tsx'
import { HomeRows } from './home-rows.tsx'

const iconLabels: Record<Benefit['icon'], string> = {
  users: 'Orang',
  clock: 'Jam',
  award: 'Piala',
  hammer: 'Palu',
  infinity: 'Tanpa batas',
  wifi: 'Sinyal',
  book: 'Buku',
  heart: 'Hati',
}

const newBenefit = (): Benefit => ({ _id: newKey(), icon: 'heart', title: '', text: '' })
const fields = ['icon', 'title', 'text'] as const

/** The benefits of students, as rows with a picture. */
export function BenefitRows({ form }: { form: HomeForm }) {
  const benefits = useWatch({ control: form.control, name: 'benefits' }) ?? []
  const change = (rows: Benefit[]) =>
    form.setValue('benefits', rows, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <HomeRows
      form={form}
      name="benefits"
      fields={fields}
      maximum={maximumBenefits}
      create={newBenefit}
      items={benefits}
      noun="keuntungan"
      emptyText="Tanpa keuntungan, bagian “Yang kamu dapat” tidak tampil."
      nameOf={({ title }) => title.trim() || 'Keuntungan baru'}
      summaryOf={({ text }) => text}
      onChange={change}
      renderEditor={(benefit, index, set) => (
        <div className="grid gap-2 border-t border-line p-4">
          <TextField
            label="Judul"
            required
            value={benefit.title}
            error={errorAt(form, `benefits.${index}.title`)}
            onChange={(event) => set({ ...benefit, title: event.currentTarget.value })}
          />
          <TextAreaField
            label="Penjelasan"
            required
            rows={2}
            value={benefit.text}
            error={errorAt(form, `benefits.${index}.text`)}
            onChange={(event) => set({ ...benefit, text: event.currentTarget.value })}
          />
          <SelectField
            label="Gambar"
            value={benefit.icon}
            error={errorAt(form, `benefits.${index}.icon`)}
            onChange={(event) => set({ ...benefit, icon: event.currentTarget.value as Benefit['icon'] })}
          >
            {benefitIcons.map((icon) => (
              <option key={icon} value={icon}>
                {iconLabels[icon]}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    />
  )
}
