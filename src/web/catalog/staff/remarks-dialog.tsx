import Plus from 'lucide-react/icons/plus'
import { useFieldArray } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { remarksInput } from '#contract/catalog/course-review.ts'
import { mostRemarks } from '#contract/catalog/review-rules.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { SelectField, TextAreaField } from '#web/kit/ui/field.tsx'

const input = z.object({ remarks: remarksInput })
/** The value of the course as a place: a choice of the browser is a text. */
const wholeCourse = ''

/** Asks for what the instructor mends, each at its place: the course, or a lesson. */
export function RemarksDialog({ course, onClose }: { course: StaffCourseDetail; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(input), {
    values: { remarks: [{ contentId: null as string | null, sentence: '' }] },
    save: ({ remarks }) => authenticated.courseReview.refuseCourse({ courseId: course._id, remarks }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Catatan terkirim.')
      onClose()
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'remarks' })
  return (
    <DialogForm title="Kembalikan dengan catatan" form={form} submitLabel="Kirim catatan" onClose={onClose}>
      <p className="text-ink-2">
        {course.instructor.name} melihat tiap catatan di tempatnya, lalu bisa mengajukan lagi.
      </p>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="grid gap-3 border-t border-line pt-4">
          <legend className="sr-only">Catatan {index + 1}</legend>
          <SelectField
            label="Tempat"
            {...form.field(`remarks.${index}.contentId`, { setValueAs: (value) => value || null })}
          >
            <option value={wholeCourse}>Seluruh kelas</option>
            {course.details.map(({ _id, title }) => (
              <option key={_id} value={_id}>
                {title}
              </option>
            ))}
          </SelectField>
          <TextAreaField label="Yang perlu diperbaiki" required rows={3} {...form.field(`remarks.${index}.sentence`)} />
          {fields.length > 1 && (
            <Button
              type="button"
              variant="ghost"
              size="sm"
              className="justify-self-start"
              onClick={() => remove(index)}
            >
              Hapus catatan<span className="sr-only"> {index + 1}</span>
            </Button>
          )}
        </fieldset>
      ))}
      {fields.length < mostRemarks && (
        <Button
          type="button"
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => append({ contentId: null, sentence: '' })}
        >
          <Plus aria-hidden className="size-4.5" />
          Tambah catatan
        </Button>
      )}
    </DialogForm>
  )
}
