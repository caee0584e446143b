import type { ReactNode } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { DraftNotice, FormFailure, StaleDialog } from './form-parts.tsx'
import type { FormFrame } from './use-contract-form.ts'
import { useInvalidFocus } from './use-invalid-focus.ts'

type Props = { form: FormFrame; submitLabel: string; danger?: boolean; onCancel: () => void; children: ReactNode }

/** A form that fills a dialog. */
export function DialogForm({ form, submitLabel, danger = false, onCancel, children }: Props) {
  const element = useInvalidFocus(form)
  return (
    <>
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
          <Button type="button" variant="outline" onClick={onCancel}>
            Batal
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.isSaving}>
            {submitLabel}
          </Button>
        </div>
      </form>
      <StaleDialog form={form} />
    </>
  )
}
