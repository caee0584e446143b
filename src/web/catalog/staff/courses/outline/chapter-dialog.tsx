import * as z from 'zod/mini'
import { useRevalidator } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { dripDays, maximumDripDays, chapterInput, type StaffChapter } from '#contract/catalog/course-chapters.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { typedAmount } from '#web/kit/staff/typed-number.ts'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Props = {
  course: StaffCourseDetail
  /** Null for a new chapter. */
  chapter: StaffChapter | null
  /** The field that takes the focus. */
  focused?: 'title' | 'dripDays'
  onClose: () => void
}

// A text field holds the days; without days, a chapter opens at once.
const formInput = z.object({
  title: chapterInput.shape.title,
  dripDays: z.pipe(
    z.transform((typed: string) => (typed.trim() === '' ? 0 : typedAmount(typed))),
    dripDays,
  ),
})

export function ChapterDialog({ course, chapter, focused = 'title', onClose }: Props) {
  const { courseChapters } = useApi().authenticated
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(formInput), {
    values: { title: chapter?.title ?? '', dripDays: String(chapter?.dripDays ?? 0) },
    save: async (input) => {
      const saved = chapter
        ? await courseChapters.updateChapter({ ...input, id: course._id, chapterId: chapter._id })
        : await courseChapters.createChapter({ ...input, id: course._id })
      await revalidate()
      return saved.message
    },
    onSaved: (message) => {
      if (message) toast.success(message)
      onClose()
    },
  })
  return (
    <DialogForm title={chapter ? 'Ubah bab' : 'Bab baru'} form={form} submitLabel="Simpan" onClose={onClose}>
      <TextField
        label="Judul bab"
        required
        data-autofocus={focused === 'title' ? true : undefined}
        maxLength={200}
        autoComplete="off"
        {...form.field('title')}
      />
      {course.pace === 'drip' && (
        <TextField
          label="Terbuka setelah (hari)"
          data-autofocus={focused === 'dripDays' ? true : undefined}
          inputMode="numeric"
          autoComplete="off"
          hint={`0 sampai ${maximumDripDays}, dihitung sejak siswa mendaftar. 0 berarti langsung terbuka.`}
          {...form.field('dripDays')}
        />
      )}
    </DialogForm>
  )
}
