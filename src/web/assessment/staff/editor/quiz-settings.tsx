import type { ReactNode } from 'react'
import type { ContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { typedAmount, typedLimit, typedPercent } from '#web/kit/staff/typed-number.ts'
import { CheckboxField, SelectField, TextField } from '#web/kit/ui/field.tsx'
import type { QuizValues } from './quiz-values.ts'

type Props = Pick<ContractForm<QuizValues>, 'field'>

const parsedBy = (setValueAs: (typed: unknown) => unknown) => ({ setValueAs: setValueAs as (typed: string) => never })

/** The settings of a quiz. */
export function QuizSettingsFields({ field }: Props): ReactNode {
  return (
    <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
      <TextField
        label="Nilai lulus (%)"
        inputMode="numeric"
        {...field('settings.passPercent', parsedBy(typedPercent))}
      />
      <TextField
        label="Kesempatan"
        hint="0 = tanpa batas"
        inputMode="numeric"
        {...field('settings.maximumAttempts', parsedBy(typedAmount))}
      />
      <TextField
        label="Batas waktu (menit)"
        hint="Kosong = tanpa batas"
        inputMode="numeric"
        {...field('settings.timeLimitMinutes', parsedBy(typedLimit))}
      />
      <TextField
        label="Ambil acak (soal)"
        hint="Kosong = semua"
        inputMode="numeric"
        {...field('settings.draw', parsedBy(typedLimit))}
      />
      <SelectField label="Tampilkan jawaban" className="sm:col-span-2" {...field('settings.showAnswers')}>
        <option value="after-question">Setelah tiap soal</option>
        <option value="after-attempt">Setelah dikumpulkan</option>
        <option value="after-pass">Setelah lulus</option>
        <option value="never">Tidak pernah</option>
      </SelectField>
      <CheckboxField label="Acak urutan soal" {...field('settings.shuffleQuestions')} />
      <CheckboxField label="Acak urutan pilihan" {...field('settings.shuffleOptions')} />
    </div>
  )
}
