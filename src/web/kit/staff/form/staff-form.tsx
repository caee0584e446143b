import type { ReactNode } from 'react'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { useUnsavedGuard } from '#web/identity/session/use-unsaved-guard.ts'
import { useSaveShortcut } from '#web/kit/staff/use-save-shortcut.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { DraftNotice, FormFailure, StaleDialog } from './form-parts.tsx'
import type { FormFrame } from './use-contract-form.ts'
import { useInvalidFocus } from './use-invalid-focus.ts'
import { useSaveBar } from './use-save-bar.ts'

type Props = {
  form: FormFrame
  submitLabel: string
  children: ReactNode
  /** Other buttons and links, before the submit button. */
  actions?: ReactNode
  className?: string
  /** Replaces the save of the submit button and of Enter; for forms with several submit buttons. */
  onSubmit?: () => void
  /** Replaces the save of Ctrl+S. */
  onSaveInPlace?: () => void
  /** False while another submit button is running. */
  isBusy?: boolean
  /** Says what the form waits for, in a live region. */
  notice?: ReactNode
}

const leavingTexts: Record<FormFrame['onLeaving'], string | undefined> = {
  'input is lost': undefined,
  'draft is saved': 'Tinggalkan halaman? Isianmu tersimpan di perangkat ini dan bisa dipulihkan saat kamu kembali.',
  'draft is saved without files':
    'Tinggalkan halaman? Isianmu tersimpan di perangkat ini dan bisa dipulihkan saat kamu kembali. Hanya gambarnya yang perlu dipilih lagi.',
}

/** A form that fills a page: its fields, the save bar, and a confirmation before the user leaves unsaved input. Ctrl+S saves and stays. */
export function StaffForm({
  form,
  submitLabel,
  children,
  actions,
  className,
  onSubmit,
  onSaveInPlace,
  isBusy = form.isSaving,
  notice,
}: Props) {
  useUnsavedGuard(form.hasUnsavedInput, {
    text: leavingTexts[form.onLeaving],
    onLeave: form.saveLocalDraft,
    onSignOut: form.discardDraft,
  })
  const save = onSubmit ?? (() => void form.submit())
  useSaveShortcut(onSaveInPlace ?? (() => void form.saveInPlace()))
  const element = useInvalidFocus(form)
  const bar = useSaveBar()
  return (
    <>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        className={classNames('has-save-bar grid gap-5', className)}
      >
        <DraftNotice form={form} />
        {children}
        <div
          ref={bar}
          className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-bg px-4 pt-1 pb-1.5 sm:py-3 md:mx-0 [&>[role=alert]:not(:empty)]:py-2 md:px-0"
        >
          <FormFailure form={form} />
          <div role="status">{notice}</div>
          <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 max-sm:[&_:is(a,button)]:px-3.5 sm:gap-3">
            {/* Its line is always there, so that a text that appears moves no button. */}
            <p
              role="status"
              className={classNames(
                'min-h-4 basis-full text-xs sm:min-h-5 sm:flex-1 sm:basis-48 sm:text-right sm:text-sm',
                form.hasRejectedFields ? 'font-semibold text-mengkudu' : 'text-ink-3',
              )}
            >
              {form.hasRejectedFields
                ? 'Belum tersimpan. Periksa isian yang ditandai.'
                : form.draftSavedAt === null
                  ? form.isDirty && 'Ada perubahan yang belum disimpan.'
                  : `Tersimpan di perangkat ini ${formatShortDateTime(new Date(form.draftSavedAt).toISOString())}`}
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
