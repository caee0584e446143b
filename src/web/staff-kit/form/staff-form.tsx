import type { ReactNode } from 'react'
import { formatMoment } from '#web/staff-kit/dates.ts'
import { useSaveShortcut } from '#web/staff-kit/use-save-shortcut.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { DraftNotice, FormFailure, StaleDialog } from './form-parts.tsx'
import type { FormFrame } from './use-contract-form.ts'

type Props = {
  form: FormFrame
  submitLabel: string
  children: ReactNode
  /** Other buttons and links, before the submit button. */
  actions?: ReactNode
  className?: string
  /** Replaces the save of the submit button, of Enter and of Ctrl+S; for forms with several submit buttons. */
  onSubmit?: () => void
  /** False while another submit button is running. */
  isBusy?: boolean
}

/** A form that fills a page: its fields, the save bar, and a confirmation before unsaved input is lost. Ctrl+S saves. */
export function StaffForm({ form, submitLabel, children, actions, className, onSubmit, isBusy = form.isSaving }: Props) {
  useUnsavedGuard(form.hasUnsavedInput)
  const save = onSubmit ?? (() => void form.submit())
  useSaveShortcut(save)
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        className={classNames('grid gap-5', className)}
      >
        <DraftNotice form={form} />
        {children}
        <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-line bg-bg px-4 py-3 md:mx-0 md:px-0">
          <FormFailure form={form} />
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p role="status" className="text-sm text-ink-3">
              {form.draftSavedAt === null
                ? form.isDirty && 'Ada perubahan yang belum disimpan.'
                : `Tersimpan di perangkat ini ${formatMoment(form.draftSavedAt)}`}
            </p>
            {actions}
            <Button type="submit" busy={isBusy}>
              {submitLabel}
            </Button>
          </div>
        </div>
      </form>
      <StaleDialog form={form} />
    </>
  )
}
