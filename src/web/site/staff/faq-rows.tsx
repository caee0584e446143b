import { useWatch } from 'react-hook-form'
import type { FaqItem } from '#contract/site/home.ts'
import { maximumFaq } from '#contract/site/home-settings.ts'
import { newKey } from '#web/kit/device/device-store.ts'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { errorAt, type HomeForm } from './home-fields.tsx'
import { HomeRows } from './home-rows.tsx'

const newQuestion = (): FaqItem => ({ _id: newKey(), question: '', answer: '', words: '' })
const fields = ['question', 'answer', 'words'] as const

/** The common questions, with the words by which a search finds them. */
export function FaqRows({ form }: { form: HomeForm }) {
  const questions = useWatch({ control: form.control, name: 'faq' }) ?? []
  const change = (rows: FaqItem[]) =>
    form.setValue('faq', rows, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <HomeRows
      form={form}
      name="faq"
      fields={fields}
      maximum={maximumFaq}
      create={newQuestion}
      items={questions}
      noun="pertanyaan"
      emptyText="Tanpa pertanyaan, bagian “Pertanyaan umum” tidak tampil."
      nameOf={({ question }) => question.trim() || 'Pertanyaan baru'}
      summaryOf={({ answer }) => answer}
      onChange={change}
      renderEditor={(item, index, set) => (
        <div className="grid gap-2 border-t border-line p-4">
          <TextField
            label="Pertanyaan"
            required
            value={item.question}
            error={errorAt(form, `faq.${index}.question`)}
            onChange={(event) => set({ ...item, question: event.currentTarget.value })}
          />
          <TextAreaField
            label="Jawaban"
            required
            rows={4}
            value={item.answer}
            error={errorAt(form, `faq.${index}.answer`)}
            onChange={(event) => set({ ...item, answer: event.currentTarget.value })}
          />
          <TextField
            label="Kata pencarian"
            hint="Dipisah koma. Pencarian dengan kata ini menampilkan pertanyaannya paling atas."
            value={item.words}
            error={errorAt(form, `faq.${index}.words`)}
            onChange={(event) => set({ ...item, words: event.currentTarget.value })}
          />
        </div>
      )}
    />
  )
}
