import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { classNames } from './class-names.ts'
import { Modal } from './modal.tsx'

export type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
  size?: 'sm' | 'md'
  /** The title is only available to assistive technology. */
  hideTitle?: boolean
  /** For forms: when it returns true, closing by Esc, the close button or a press outside asks for confirmation, because input is lost. */
  confirmDiscard?: () => boolean
}

/** A modal dialog named by its heading. Focus starts on `[data-autofocus]`, else on the first control of the content. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  size = 'sm',
  hideTitle = false,
  confirmDiscard,
}: DialogProps) {
  const titleId = useId()

  const question = useRef<AbortController>(null)
  // A question about leaving ends with its dialog, which a save may close meanwhile.
  useEffect(() => () => question.current?.abort(), [open])

  async function requestClose() {
    if (confirmDiscard?.()) {
      question.current?.abort()
      const { signal } = (question.current = new AbortController())
      const text = 'Yang sudah diketik di sini akan hilang.'
      const asked = { title: 'Perubahan belum disimpan', text, confirmLabel: 'Tinggalkan', danger: true, signal }
      if (!(await askConfirm(asked))) return
    }
    onClose()
  }

  return (
    <Modal
      open={open}
      onClose={() => void requestClose()}
      aria-labelledby={titleId}
      className={size === 'sm' ? 'md:max-w-105' : 'md:max-w-160'}
    >
      <h2
        id={titleId}
        className={classNames(
          hideTitle
            ? 'sr-only'
            : 'px-[min(1.25rem,5.6vw)] pt-6 pr-[min(4rem,17.8vw)] pb-1 text-xl font-bold tracking-[-0.02em] md:px-7 md:pt-7',
        )}
      >
        {title}
      </h2>
      <div
        className={classNames(
          'overflow-y-auto px-[min(1.25rem,5.6vw)] pb-6 md:px-7 md:pb-7',
          hideTitle ? 'pt-6 md:pt-7' : 'pt-3',
        )}
      >
        {children}
      </div>
      {/* Last in order, so that the first field has the initial focus instead of this button. */}
      <button
        type="button"
        onClick={() => void requestClose()}
        className="absolute top-[min(0.875rem,3.9vw)] right-[min(0.875rem,3.9vw)] grid size-[min(2.75rem,13vw)] place-items-center rounded-full text-ink-3 hover:bg-sunken hover:text-ink md:top-4 md:right-4"
      >
        <X className="size-5" />
        <span className="sr-only">Tutup</span>
      </button>
    </Modal>
  )
}
