import { useRef, useState } from 'react'
import type { PossibleInstructor } from '#contract/catalog/authoring.ts'
import type { Category } from '#contract/catalog/catalog.ts'
import { serverMessage } from '#contract/client.ts'
import { describeSaveFailure } from '#web/kit/staff/describe-failure.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { CardPreview } from './card-preview.tsx'
import { CourseFields } from './course-fields.tsx'
import { validateCourse, type CourseInput, type CourseRules, type CourseValues } from './course-form-state.ts'

export type CourseSubmit = { label: string; rules: CourseRules; publishes?: boolean }

type Props = {
  initial: CourseValues
  /** Left out for a new course. */
  version?: number
  categories: readonly Category[]
  /** The uploaded picture of an existing course. */
  currentThumbnail: string | null
  /** The possible instructors; null when the viewer may not choose. */
  instructors: readonly PossibleInstructor[] | null
  instructorName: string
  /** The main button, which Enter presses. */
  submit: CourseSubmit
  /** A second button, with other rules. */
  otherSubmit?: CourseSubmit | undefined
  thumbnailRequired: boolean
  /** Saves on Ctrl+S. */
  submitInPlace: CourseSubmit
  /** Where the days of chapters are set; a new course has none yet. */
  chaptersUrl?: string | null
  /** The name of the local draft. */
  draft: string
  /** Returns the id of the course. */
  onSave: (input: CourseInput, submit: CourseSubmit, version: number) => Promise<string>
  onSaved: (submit: CourseSubmit, courseId: string) => void
  /** After Ctrl+S. */
  onSavedInPlace: (courseId: string) => void | Promise<void>
  failureText: (error: unknown) => string
}

/** The form for new and existing courses, with a preview of the catalogue card. */
export function CourseForm({
  initial,
  version = 0,
  categories,
  currentThumbnail,
  instructors,
  instructorName,
  submit,
  otherSubmit,
  submitInPlace,
  thumbnailRequired,
  chaptersUrl = null,
  draft,
  onSave,
  onSaved,
  onSavedInPlace,
  failureText,
}: Props) {
  // A ref, because the rules of the pressed button apply before the next render.
  const pressed = useRef(submit)
  const [running, setRunning] = useState<CourseSubmit | null>(null)
  const form = useContractForm((values: CourseValues) => validateCourse(values, pressed.current.rules), {
    values: initial,
    version,
    draft,
    overlay: true,
    save: (input, typedOver) => onSave(input, pressed.current, typedOver),
    onSaved: (courseId) => onSaved(pressed.current, courseId),
    onSavedInPlace: async (courseId) => {
      await onSavedInPlace(courseId)
      // The chosen picture is the stored one now; the next save must not send it again.
      form.resetField('thumbnail', { defaultValue: [] })
    },
    failureText,
    onFailure: (text) => void toast.error(text),
  })

  async function press(chosen: CourseSubmit, save = form.submit) {
    if (running) return
    pressed.current = chosen
    setRunning(chosen)
    await save()
    setRunning(null)
  }

  return (
    <div className="@container">
      <div className="grid gap-8 @min-[56rem]:grid-cols-[minmax(0,640px)_minmax(0,360px)]">
        <StaffForm
          form={form}
          submitLabel={submit.label}
          onSubmit={() => void press(submit)}
          onSaveInPlace={() => void press(submitInPlace, form.saveInPlace)}
          isBusy={form.isSaving && running === submit}
          className="content-start"
          actions={
            otherSubmit && (
              <Button
                type="button"
                variant="outline"
                busy={form.isSaving && running === otherSubmit}
                onClick={() => void press(otherSubmit)}
              >
                {otherSubmit.label}
              </Button>
            )
          }
        >
          <CourseFields
            form={form}
            categories={categories}
            instructors={instructors}
            currentThumbnail={currentThumbnail}
            thumbnailRequired={thumbnailRequired}
            chaptersUrl={chaptersUrl}
          />
        </StaffForm>
        <aside aria-label="Pratinjau kartu" className="xl:sticky xl:top-8 xl:self-start">
          <p className="mb-3 text-sm font-semibold text-ink-2">Begini kartunya di katalog</p>
          <CardPreview
            form={form}
            categories={categories}
            instructors={instructors}
            currentThumbnail={currentThumbnail}
            instructorName={instructorName}
          />
        </aside>
      </div>
    </div>
  )
}

/** Why a course was not saved, after `failed` where the server could not say it. `unreadable` is for thrown values that are not errors. */
export const describeCourseFailure =
  (failed: string, unreadable = failed) =>
  (error: unknown): string =>
    serverMessage(error) === null
      ? `${error instanceof Error ? failed : unreadable}. ${describeSaveFailure(error)}`
      : describeSaveFailure(error)
