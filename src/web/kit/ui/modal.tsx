import { useId, useLayoutEffect, useRef, type ComponentProps, type PointerEvent } from 'react'
import { classNames } from './class-names.ts'
import { coverToasts, ToastHost } from '#web/kit/ui/feedback/toast.tsx'

export type ModalProps = Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'ref'> & {
  open: boolean
  onClose: () => void
  /** Centred on every screen; otherwise a bottom sheet on phones. */
  floating?: boolean
}

/** The native modal dialog: inert page behind, Esc, focus trap and focus restore. Its content is rendered only while it is open. */
export function Modal({ open, onClose, floating = false, className, children, ...rest }: ModalProps) {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  // A layout effect, because a dialog restores the focus only when it is closed before its element is removed.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    const uncover = coverToasts(id)
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      uncover()
      dialog.close()
    }
  }, [open, id])

  const isBackdrop = (event: PointerEvent) => {
    if (event.target !== event.currentTarget) return false
    const box = event.currentTarget.getBoundingClientRect()
    return (
      event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom
    )
  }

  return (
    <dialog
      {...rest}
      ref={ref}
      data-floating={floating || undefined}
      onCancel={(event) => {
        // A file picker inside also reports `cancel`, and it bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isBackdrop(event)
      }}
      onPointerUp={(event) => {
        if (pressedOutside.current && isBackdrop(event)) onClose()
        pressedOutside.current = false
      }}
      className={classNames(
        'fixed overscroll-contain bg-surface text-start text-ink shadow-dialog open:flex open:flex-col',
        floating
          ? 'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-min(2rem,9vw))] rounded-dialog'
          : 'm-0 mt-auto max-h-[calc(100dvh-2rem)] w-full max-w-full rounded-t-dialog pb-[env(safe-area-inset-bottom)] md:m-auto md:w-[calc(100%-3rem)] md:rounded-dialog',
        className,
      )}
    >
      {open && children}
      {open && <ToastHost modalId={id} />}
    </dialog>
  )
}
