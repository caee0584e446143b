import { useEffect, useRef, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { newLessonInput } from '#contract/catalog/lesson-input.ts'
import { videoMessages } from '#contract/kit/media/video.ts'
import type { StaffChapter } from '#contract/catalog/course-chapters.ts'
import { ArticleField } from '#web/kit/staff/editor/article-field.tsx'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '#web/kit/ui/field.tsx'
import type { LessonValues } from './lesson-values.ts'
import { useSaveAfterUpload } from './use-save-after-upload.ts'
import { VideoFields, type VideoFieldsProps } from './video-fields.tsx'

type Props = {
  /** The chapters of the course. */
  chapters: readonly StaffChapter[]
  initial: LessonValues
  /** Left out for a new lesson. */
  version?: number
  /** The uploaded video of a lesson that is changed. */
  existingVideo?: VideoFieldsProps['existing']
  /** True when the title takes the focus at the start: for a form that replaces one that was saved. */
  startsFocused?: boolean
  /** Name of the local draft on this device. */
  draftName: string
  submitLabel: string
  /** Returns the id of the lesson. `isMoved`: another chapter was chosen here. */
  onSave: (input: z.output<typeof newLessonInput>, version: number, isMoved: boolean) => Promise<string>
  onSaved: (lessonId: string) => void | Promise<void>
  /** After 'Simpan & tambah lagi', which only new lessons have. */
  onSavedAndNext?: (lessonId: string) => void
  /** After Ctrl+S. */
  onSavedInPlace: (lessonId: string) => void | Promise<void>
  failureText?: (error: unknown) => string
  /** `discard` forgets what was typed, for input that was saved in another way. */
  onFailure: (text: string, error: unknown, discard: () => void) => void | Promise<void>
  /** Beside the submit button. */
  children?: ReactNode
}

type Save = 'and leave' | 'and next' | 'in place'

const validateLesson = ({ isDraft, ...values }: LessonValues) =>
  newLessonInput['~standard'].validate({ ...values, status: isDraft ? 'draft' : 'published' })

/** The content form: title, type, and the fields of that type. */
export function LessonForm({
  chapters,
  initial,
  version = 0,
  existingVideo = null,
  startsFocused = false,
  draftName,
  submitLabel,
  onSave,
  onSaved,
  onSavedAndNext,
  onSavedInPlace,
  failureText,
  onFailure,
  children,
}: Props) {
  const discard = () => form.discardDraft()
  const isMoved = (): boolean => form.getValues('chapterId') !== form.formState.defaultValues?.chapterId
  const wantsNext = useRef(false)
  const form = useContractForm(validateLesson, {
    values: initial,
    version,
    draft: draftName,
    overlay: true,
    save: (input: z.output<typeof newLessonInput>, loaded: number) => onSave(input, loaded, isMoved()),
    onSaved: (lessonId) => (wantsNext.current && onSavedAndNext ? onSavedAndNext(lessonId) : onSaved(lessonId)),
    onSavedInPlace,
    ...(failureText && { failureText }),
    onFailure: (text, error): void | Promise<void> => onFailure(text, error, discard),
  })
  const { setFocus } = form
  useEffect(() => {
    if (startsFocused) setFocus('title')
  }, [startsFocused, setFocus])
  const { errors } = form.formState
  const type = useWatch({ control: form.control, name: 'type' })

  const upload = useSaveAfterUpload<Save>({
    onSave: (save) => void run(save),
    onUnfinished: () => form.setError('uploadId', { message: videoMessages.unfinished }, { shouldFocus: true }),
  })
  async function run(save: Save) {
    wantsNext.current = save === 'and next'
    await (save === 'in place' ? form.saveInPlace() : form.submit())
    wantsNext.current = false
  }
  function press(save: Save) {
    // The other fields can be mended meanwhile.
    if (upload.isUploading) void form.trigger(['title', 'type', 'chapterId'])
    upload.send({ type: 'pressed', save })
  }

  const actions = (
    <>
      {children}
      {onSavedAndNext && (
        <Button type="button" variant="outline" busy={form.isSaving} onClick={() => press('and next')}>
          Simpan &amp; tambah lagi
        </Button>
      )}
    </>
  )
  return (
    <StaffForm
      form={form}
      submitLabel={submitLabel}
      actions={actions}
      onSubmit={() => press('and leave')}
      onSaveInPlace={() => press('in place')}
      notice={upload.isWaiting && <WaitingNotice onCancel={() => upload.send({ type: 'cancelled' })} />}
      className="max-w-[820px]"
    >
      <TextField label="Judul" required maxLength={200} autoComplete="off" {...form.field('title')} />
      {chapters.length > 0 && (
        <SelectField
          label="Bab"
          hint={
            onSavedAndNext
              ? 'Materi baru menjadi yang terakhir di babnya.'
              : 'Materi yang pindah bab menjadi yang terakhir di sana.'
          }
          {...form.field('chapterId')}
        >
          <option value="">Sebelum bab pertama</option>
          {chapters.map(({ _id, title: chapterTitle }) => (
            <option key={_id} value={_id}>
              {chapterTitle}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField label="Tipe Konten" required {...form.field('type')}>
        <option value="">-- Pilih Tipe Konten --</option>
        <option value="video">Video</option>
        <option value="text">Artikel</option>
        <option value="quiz">Kuis</option>
        <option value="assignment">Tugas</option>
        <option value="code">Latihan kode</option>
      </SelectField>
      {type === 'video' && (
        <VideoFields
          form={form}
          existing={existingVideo}
          onProgress={(progress) => upload.send({ type: 'upload', upload: progress })}
          onRemoved={() => upload.send({ type: 'removed' })}
        />
      )}
      {(type === 'text' || type === 'assignment' || type === 'code') && (
        <ArticleField
          key={form.round}
          label={type === 'text' ? 'Isi Artikel' : 'Isi Tugas'}
          initialHtml={form.getValues('text')}
          error={errors.text?.message}
          onChange={(html) =>
            form.setValue('text', html, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
        />
      )}
      {type === 'quiz' ? (
        <p className="text-ink-2">Soal kuis disusun setelah kuis ini disimpan. Kuis selesai saat siswa lulus.</p>
      ) : type === 'assignment' ? (
        <p className="text-ink-2">
          Poin dan rubriknya disusun setelah tugas ini disimpan. Tugas selesai saat kamu menerima kiriman siswa.
        </p>
      ) : type === 'code' ? (
        <p className="text-ink-2">
          Berkas, tes, dan solusinya disusun setelah latihan ini disimpan. Latihan selesai saat semua tesnya lulus.
        </p>
      ) : (
        <CheckboxField
          label="Preview"
          hint="Materi contoh: terbuka untuk semua orang, tanpa mendaftar."
          {...form.register('isPreview')}
        />
      )}
      <CheckboxField
        label="Draf"
        hint="Belum tampil untuk siswa. Isinya boleh dilengkapi nanti, lalu tayangkan dari halaman kelas."
        {...form.register('isDraft')}
      />
    </StaffForm>
  )
}

const WaitingNotice = ({ onCancel }: { onCancel: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-sm font-semibold text-ink">
    Menunggu videonya selesai diunggah, lalu materi ini tersimpan sendiri.
    <Button type="button" variant="ghost" size="sm" onClick={onCancel}>
      Jangan simpan dulu
    </Button>
  </p>
)
