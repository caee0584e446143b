import { useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { levels, type Category, type CourseCard as Card } from '#contract/catalog.ts'
import { failureCode, serverMessage } from '#contract/client.ts'
import { CourseCard } from '#web/catalog/course-card.tsx'
import { useSaveShortcut } from '#web/staff-kit/use-save-shortcut.ts'
import { useUnsavedGuard } from '#web/staff-kit/use-unsaved-guard.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { showLoading } from '#web/ui/loading-overlay.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plainNumber, toInput, useCourseForm, type CourseForm as Form, type CourseRules, type CourseValues } from './course-form-state.ts'
import { PriceField } from './price-field.tsx'
import { ThumbnailField, useObjectUrl } from './thumbnail-field.tsx'

export type CourseSubmit = { label: string; rules: CourseRules; /** Beside the main button. */ secondary?: boolean; publishes?: boolean }

type Props = {
  initial: CourseValues
  categories: readonly Category[]
  /** The uploaded picture of a course that is edited. */
  currentThumbnail: string | null
  instructorName: string
  /** The first one is what Enter does. */
  submits: readonly [CourseSubmit, ...CourseSubmit[]]
  thumbnailRequired: boolean
  /** Saves; what it throws is shown. */
  onSave: (input: ReturnType<typeof toInput>, submit: CourseSubmit) => Promise<void>
  /** Where to go when it is saved: the guard no longer asks. */
  onSaved: (submit: CourseSubmit) => void
  failureText: (error: unknown) => string
}

/** The course form of spec §2, for a new course and for one that is there; the card beside it is what the catalogue will show. */
export function CourseForm({ initial, categories, currentThumbnail, instructorName, submits, thumbnailRequired, onSave, onSaved, failureText }: Props) {
  const form = useCourseForm(initial, submits[0].rules)
  const [failure, setFailure] = useState<{ text: string; isStale: boolean } | null>(null)
  const [running, setRunning] = useState<string | null>(null)
  const { isDirty } = form.formState
  // A ref: the way to the next page is taken in the same breath.
  const saved = useRef(false)
  useUnsavedGuard(() => isDirty && !saved.current)
  useSaveShortcut(() => void save(submits[0]))

  async function save(submit: CourseSubmit) {
    if (running) return
    form.applyRules(submit.rules)
    setFailure(null)
    await form.handleSubmit(async (values) => {
      setRunning(submit.label)
      const endLoading = showLoading()
      try {
        await withLogin(() => onSave(toInput(values, submit.rules), submit))
      } catch (error) {
        form.showFieldErrors(error)
        const text = failureText(error)
        setFailure({ text, isStale: failureCode(error) === 'STALE' })
        toast.error(text)
        return
      } finally {
        endLoading()
        setRunning(null)
      }
      saved.current = true
      onSaved(submit)
    })()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(submits[0])
      }}
      className="grid gap-8 xl:grid-cols-[minmax(0,640px)_minmax(0,360px)]"
    >
      <div className="grid content-start gap-5">
        <FormError>
          {failure && (
            <>
              {failure.text}
              {failure.isStale && (
                <button type="button" className="ml-2 underline underline-offset-2" onClick={() => location.reload()}>
                  Muat ulang
                </button>
              )}
            </>
          )}
        </FormError>
        <Fields form={form} categories={categories} currentThumbnail={currentThumbnail} thumbnailRequired={thumbnailRequired} />
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap gap-3 border-t border-line bg-bg px-4 py-3 md:static md:mx-0 md:border-0 md:bg-transparent md:p-0">
          {submits.map((submit, index) => (
            <Button
              key={submit.label}
              type={index === 0 ? 'submit' : 'button'}
              variant={submit.secondary ? 'outline' : 'primary'}
              busy={running === submit.label}
              onClick={index === 0 ? undefined : () => void save(submit)}
            >
              {submit.label}
            </Button>
          ))}
        </div>
      </div>
      <aside aria-label="Pratinjau kartu" className="xl:sticky xl:top-8 xl:self-start">
        <p className="mb-3 text-sm font-semibold text-ink-2">Begini kartunya di katalog</p>
        <CardPreview form={form} categories={categories} currentThumbnail={currentThumbnail} instructorName={instructorName} />
      </aside>
    </form>
  )
}

type FieldsProps = { form: Form; categories: readonly Category[]; currentThumbnail: string | null; thumbnailRequired: boolean }

function Fields({ form, categories, currentThumbnail, thumbnailRequired }: FieldsProps) {
  const { errors } = form.formState
  const discount = useWatch({ control: form.control, name: 'discount' })
  return (
    <>
      <p className="text-sm text-ink-3">Isian bertanda * wajib diisi.</p>
      <TextField label="Judul" required maxLength={200} autoComplete="off" error={errors.title?.message} {...form.register('title')} />
      <Controller
        control={form.control}
        name="thumbnail"
        render={({ field }) => (
          <ThumbnailField
            files={field.value}
            current={currentThumbnail}
            error={errors.thumbnail?.message}
            required={thumbnailRequired}
            onChange={(files) => {
              field.onChange(files)
              field.onBlur()
              void form.trigger('thumbnail')
            }}
            onBroken={(message) => form.setError('thumbnail', { message })}
          />
        )}
      />
      <TextField
        label="Tagline"
        required
        maxLength={300}
        autoComplete="off"
        hint="Satu kalimat: apa yang akan bisa dibuat siswa."
        error={errors.tagline?.message}
        {...form.register('tagline')}
      />
      <TextAreaField label="Deskripsi" required rows={6} error={errors.description?.message} {...form.register('description')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Kategori" required error={errors.categoryId?.message} {...form.register('categoryId')}>
          <option value="">Pilih kategori</option>
          {categories.map((category) => (
            <option key={category._id} value={category._id}>
              {category.name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Level" required error={errors.levels?.message} {...form.register('levels')}>
          {levels.map((level) => (
            <option key={level} value={level}>
              {level}
            </option>
          ))}
        </SelectField>
        <Controller
          control={form.control}
          name="price"
          render={({ field }) => (
            <PriceField value={field.value} discount={discount} error={errors.price?.message} required onChange={field.onChange} onBlur={field.onBlur} />
          )}
        />
        <TextField
          label="Diskon (%)"
          inputMode="numeric"
          autoComplete="off"
          hint="0–100. Boleh dikosongkan."
          error={errors.discount?.message}
          {...form.register('discount')}
        />
      </div>
    </>
  )
}

/** The catalogue's own card, fed with what is typed. It leads nowhere. */
function CardPreview({ form, categories, currentThumbnail, instructorName }: Omit<FieldsProps, 'thumbnailRequired'> & { instructorName: string }) {
  const values = useWatch({ control: form.control })
  const picture = useObjectUrl(values.thumbnail as File[])
  const category = categories.find(({ _id }) => _id === values.categoryId)
  const price = Number(plainNumber(values.price ?? '')) || 0
  const discount = Math.min(100, Math.max(0, Math.round(Number(values.discount) || 0)))
  const card: Card = {
    _id: 'pratinjau',
    title: values.title?.trim() || 'Judul kelasmu',
    name: '',
    tagline: values.tagline ?? '',
    thumbnail: picture ?? currentThumbnail ?? `/cover/${encodeURIComponent(category?.slug ?? 'kelas')}/pratinjau.svg`,
    categoryId: values.categoryId ?? '',
    category: { _id: category?._id ?? '', name: category?.name ?? 'Kategori', slug: category?.slug ?? '' },
    price: Math.max(0, price),
    discount,
    levels: values.levels ?? 'Pemula',
    instructor: { name: instructorName, avatar: '' },
    rating: 0,
    ratingCount: 0,
    students: 0,
    enrollmentCount: 0,
    lessonCount: 0,
    publishedAt: '',
  }
  return (
    <div inert className="max-w-90">
      <CourseCard course={card} eager />
    </div>
  )
}

/** The server's own words for a failure, else the page's; a refused form says what is wrong with it. */
export const saveFailure =
  (fallback: string, unreadable = fallback) =>
  (error: unknown): string =>
    serverMessage(error) ?? (error instanceof Error ? fallback : unreadable)
