import { readPercent } from '#contract/kit/format/numbers.ts'
import { useRef } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { PossibleInstructor } from '#contract/catalog/authoring.ts'
import { levels, type Category } from '#contract/catalog/catalog.ts'
import { maximumOutcomes } from '#contract/catalog/course-input.ts'
import { imageLimits } from '#contract/kit/media/images.ts'
import { SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { pictureToUpload } from '#web/kit/ui/picture-to-upload.ts'
import type { CourseForm } from './course-form-state.ts'
import { PriceField } from './price-field.tsx'
import { ThumbnailField } from './thumbnail-field.tsx'

type Props = {
  form: CourseForm
  categories: readonly Category[]
  instructors: readonly PossibleInstructor[] | null
  currentThumbnail: string | null
  thumbnailRequired: boolean
  /** Where the days of chapters are set; null for a new course. */
  chaptersUrl: string | null
}

export function CourseFields({
  form,
  categories,
  instructors,
  currentThumbnail,
  thumbnailRequired,
  chaptersUrl,
}: Props) {
  const { errors } = form.formState
  const [discount, pace] = useWatch({ control: form.control, name: ['discount', 'pace'] })
  const newestChoice = useRef<File[]>(null)
  async function chooseThumbnail(files: File[]) {
    newestChoice.current = files
    const pictures = await Promise.all(files.map((file) => pictureToUpload(file, imageLimits)))
    // A large picture is ready later than a small one that was chosen after it.
    if (newestChoice.current !== files) return
    form.setValue('thumbnail', pictures, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }

  return (
    <>
      <p className="text-sm text-ink-3">Isian bertanda * wajib diisi.</p>
      <TextField label="Judul" required maxLength={200} autoComplete="off" {...form.field('title')} />
      <Controller
        control={form.control}
        name="thumbnail"
        render={({ field }) => (
          <ThumbnailField
            files={field.value}
            current={currentThumbnail}
            error={errors.thumbnail?.message}
            required={thumbnailRequired}
            onChange={(files) => void chooseThumbnail(files)}
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
        {...form.field('tagline')}
      />
      <TextAreaField label="Deskripsi" required rows={6} {...form.field('description')} />
      <TextAreaField
        label="Yang akan dipelajari"
        rows={4}
        hint={`Satu hasil belajar per baris, maksimal ${maximumOutcomes}. Tampil sebagai daftar centang di halaman kelas.`}
        {...form.field('learn')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Kategori" required {...form.field('categoryId')}>
          <option value="">Pilih kategori</option>
          {categories.map((category) => (
            <option key={category._id} value={category._id}>
              {category.name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Level" required {...form.field('levels')}>
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
            <PriceField
              value={field.value}
              discount={discount}
              error={errors.price?.message}
              required
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
        <TextField
          label="Diskon (%)"
          inputMode="numeric"
          autoComplete="off"
          hint={describeDiscount(discount)}
          {...form.field('discount')}
        />
        <SelectField
          className="sm:col-span-2"
          label="Cara materi terbuka"
          hint={
            pace === 'drip' ? (
              <DaysHint chaptersUrl={chaptersUrl} />
            ) : (
              'Materi yang sudah selesai tidak pernah tertutup lagi.'
            )
          }
          {...form.field('pace')}
        >
          <option value="free">Semua langsung terbuka</option>
          <option value="sequence">Berurutan: terbuka setelah materi sebelumnya selesai</option>
          <option value="drip">Bertahap: tiap bab terbuka beberapa hari setelah mendaftar</option>
        </SelectField>
        <SelectField
          className="sm:col-span-2"
          label="Cara siswa mulai"
          hint="Per angkatan: siswa memilih angkatan, dan materinya terbuka bersama angkatan itu. Siswa lama tetap belajar seperti biasa."
          {...form.field('enrolment')}
        >
          <option value="open">Kapan saja</option>
          <option value="cohorts">Per angkatan</option>
        </SelectField>
        {instructors && (
          <SelectField
            className="sm:col-span-2"
            label="Instruktur"
            hint="Kelas ini tampil atas namanya, dan ia yang mengelolanya."
            {...form.field('instructorId')}
          >
            {instructors.map((instructor) => (
              <option key={instructor._id} value={instructor._id}>
                {instructor.name} ({instructor.email})
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </>
  )
}

const DaysHint = ({ chaptersUrl }: { chaptersUrl: string | null }) =>
  chaptersUrl === null ? (
    'Harinya diatur pada tiap bab di halaman kelas, setelah kelas ini tersimpan.'
  ) : (
    <>
      Simpan dulu, lalu{' '}
      <Link to={chaptersUrl} className="font-semibold text-nila underline">
        atur hari tiap bab
      </Link>
      .
    </>
  )

/** How a discount is read before it is saved, so that no typed value becomes 0 unseen. */
function describeDiscount(typed: string): string {
  const percent = readPercent(typed)
  if (typed.trim() === '' || percent === null) return '0–100. Boleh dikosongkan.'
  if (percent === 'no-number') return `“${typed.trim()}” bukan angka: tersimpan sebagai 0%, tanpa diskon.`
  return /^\d+$/.test(typed.trim()) ? '0–100. Boleh dikosongkan.' : `Dibaca ${Math.round(percent)}%.`
}
