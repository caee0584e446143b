import { useRef, useState } from 'react'
import type { PossibleInstructor } from '#contract/authoring.ts'
import type { Category } from '#contract/catalog.ts'
import { failureCode, serverMessage } from '#contract/client.ts'
import { StaleActions } from '#web/staff-kit/stale-actions.tsx'
import { useSaveShortcut } from '#web/staff-kit/use-save-shortcut.ts'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { showLoading } from '#web/ui/loading-overlay.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CardPreview } from './card-preview.tsx'
import { CourseFields } from './course-fields.tsx'
import { toInput, useCourseForm, type CourseRules, type CourseValues } from './course-form-state.ts'

export type CourseSubmit = { label: string; rules: CourseRules; /** Beside the main button. */ secondary?: boolean; publishes?: boolean }

type Props = {
  initial: CourseValues
  categories: readonly Category[]
  /** The uploaded picture of an existing course. */
  currentThumbnail: string | null
  /** The possible instructors; null when the viewer may not choose. */
  instructors: readonly PossibleInstructor[] | null
  instructorName: string
  /** Enter triggers the first one. */
  submits: readonly [CourseSubmit, ...CourseSubmit[]]
  thumbnailRequired: boolean
  /** Saves the course. Errors are shown above the form. */
  onSave: (input: ReturnType<typeof toInput>, submit: CourseSubmit) => Promise<void>
  /** Called after saving, when leaving needs no confirmation any more. */
  onSaved: (submit: CourseSubmit) => void
  failureText: (error: unknown) => string
}

/** The form for new and existing courses, with a preview of the catalogue card. */
export function CourseForm({
  initial,
  categories,
  currentThumbnail,
  instructors,
  instructorName,
  submits,
  thumbnailRequired,
  onSave,
  onSaved,
  failureText,
}: Props) {
  const form = useCourseForm(initial, submits[0].rules)
  const [failure, setFailure] = useState<{ text: string; isStale: boolean } | null>(null)
  const [running, setRunning] = useState<string | null>(null)
  const { isDirty } = form.formState
  // A ref, because `onSaved` navigates before the next render.
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
              {failure.isStale && ' Isianmu masih ada di sini, salin dulu yang kamu perlukan.'}
              {failure.isStale && <StaleActions onReload={() => location.reload()} />}
            </>
          )}
        </FormError>
        <CourseFields form={form} categories={categories} instructors={instructors} currentThumbnail={currentThumbnail} thumbnailRequired={thumbnailRequired} />
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
        <CardPreview form={form} categories={categories} instructors={instructors} currentThumbnail={currentThumbnail} instructorName={instructorName} />
      </aside>
    </form>
  )
}

/** Returns the server's message, else the fallback. `unreadable` is for thrown values that are not errors. */
export const describeSaveFailure =
  (fallback: string, unreadable = fallback) =>
  (error: unknown): string =>
    serverMessage(error) ?? (error instanceof Error ? fallback : unreadable)
