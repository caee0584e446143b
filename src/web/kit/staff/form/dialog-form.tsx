import type { ReactNode } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/kit/ui/dialog.tsx'
import { DraftNotice, FormFailure, StaleDialog } from './form-parts.tsx'
import type { FormFrame } from './use-contract-form.ts'
import { useInvalidFocus } from './use-invalid-focus.ts'

type Props = Pick<DialogProps, 'title' | 'size'> & {
  form: FormFrame
  submitLabel: string
  danger?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form. Leaving it asks before input is lost, except by its own button. */
export function DialogForm({ title, size = 'sm', form, submitLabel, danger = false, onClose, children }: Props) {
  const element = useInvalidFocus(form)
  return (
    <Dialog title={title} size={size} open confirmDiscard={form.hasUnsavedInput} onClose={onClose}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
        className="grid gap-5"
      >
        <DraftNotice form={form} />
        {children}
        {/* Beside the button that was pressed: in a dialog that scrolls, its top may be out of sight. */}
        <FormFailure form={form} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="outline" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.isSaving}>
            {submitLabel}
          </Button>
        </div>
      </form>
      <StaleDialog form={form} />
    </Dialog>
  )
}
