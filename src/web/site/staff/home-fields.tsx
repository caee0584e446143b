import { useState } from 'react'
import { useWatch, type FieldPath } from 'react-hook-form'
import { groupFields, maximumTicker } from '#contract/site/home-settings.ts'
import type { SettingsInput, SettingsValues } from '#contract/site/settings.ts'
import { FormSection } from '#web/kit/staff/form/form-section.tsx'
import { PictureField } from '#web/kit/staff/form/picture-field.tsx'
import type { ContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'

export type HomeForm = ContractForm<SettingsValues, SettingsInput>
type Props = { form: HomeForm }

/** The message beside a field of a row, by its path. */
export const errorAt = (form: HomeForm, path: string): string | undefined =>
  form.getFieldState(path as FieldPath<SettingsValues>, form.formState).error?.message

export function HeroFields({ form }: Props) {
  const picture = useWatch({ control: form.control, name: 'hero.picture' }) ?? null
  return (
    <FormSection title="Pembuka" text="Yang pertama dibaca pengunjung. Judulnya juga ada di kaki setiap halaman.">
      <TextField label="Judul" required {...form.field('hero.title')} />
      <TextField
        label="Kalimat pembuka"
        required
        hint="Satu dua kalimat tentang apa yang dipelajari di sini. Mesin pencari menampilkannya juga."
        {...form.field('hero.text')}
      />
      <PictureField
        label="Gambar pembuka"
        shape="square"
        value={picture}
        hint="Sebaiknya persegi. Tanpa gambar, ilustrasi bawaan yang tampil."
        error={errorAt(form, 'hero.picture')}
        onChange={(value) => form.setValue('hero.picture', value, { shouldDirty: true, shouldValidate: true })}
      />
    </FormSection>
  )
}

const wordsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** One word a line. Its text is kept apart from the list, so that a line can be empty while it is typed. */
export function TickerField({ form }: Props) {
  const [text, setText] = useState(() => (form.getValues('ticker') ?? []).join('\n'))
  const words = wordsOf(text)
  const wrong = words.map((_, index) => errorAt(form, `ticker.${index}`)).find((message) => message !== undefined)
  return (
    <FormSection
      title="Kata berjalan"
      text={`Berjalan di bawah pembuka, satu kata atau nama per baris, sampai ${maximumTicker}. Kosongkan kalau tidak perlu.`}
    >
      <TextAreaField
        label="Kata berjalan"
        rows={6}
        value={text}
        error={errorAt(form, 'ticker') ?? wrong}
        onChange={(event) => {
          setText(event.currentTarget.value)
          form.setValue('ticker', wordsOf(event.currentTarget.value), {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }}
      />
    </FormSection>
  )
}

/** The names of the groups that the catalogue filters by. */
export const GroupFields = ({ form }: Props) => (
  <FormSection
    title="Kelompok kategori"
    text="Saringan Kategori di katalog. Kategori mana masuk kelompok apa, dan mana yang tampil di menu Kelas, diatur di halaman Kategori."
  >
    {groupFields.map((path, index) => (
      <TextField
        key={path}
        label={`Kelompok ${index + 1}`}
        required
        error={errorAt(form, path)}
        {...form.register(path)}
      />
    ))}
  </FormSection>
)
