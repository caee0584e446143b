import { useId } from 'react'
import { sharedValue } from '#web/kit/ui/behaviour/shared-value.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Modal } from '#web/kit/ui/modal.tsx'

type AlertRequest = { title?: string | undefined; text: string; okLabel?: string | undefined }
type ConfirmRequest = {
  title: string
  text: string
  confirmLabel: string
  cancelLabel?: string | undefined
  danger?: boolean | undefined
  /** Takes the question back, as if it was answered with no: what it asks about is over. */
  signal?: AbortSignal | undefined
}
type Request = ({ kind: 'alert' } & AlertRequest) | ({ kind: 'confirm' } & ConfirmRequest)
type QueuedRequest = Request & { id: number; answer: (confirmed: boolean) => void }

const queue = sharedValue<readonly QueuedRequest[]>([])
let lastId = 0

function ask(request: Request): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastId
    const answer = (confirmed: boolean) => {
      queue.set(queue.read().filter((queued) => queued.id !== id))
      resolve(confirmed)
    }
    queue.set([...queue.read(), { ...request, id, answer }])
    if ('signal' in request) request.signal?.addEventListener('abort', () => answer(false), { once: true })
  })
}

/** Shows a message that must be acknowledged; resolves when it is closed. */
export async function showAlert(request: AlertRequest): Promise<void> {
  await ask({ kind: 'alert', ...request })
}

/** Asks for confirmation before an irreversible action; resolves to true when confirmed. The focus starts on Cancel. */
export function askConfirm(request: ConfirmRequest): Promise<boolean> {
  return ask({ kind: 'confirm', ...request })
}

/** Shows queued alerts and confirmations one at a time. Rendered once, near the end of the page. */
export function AlertHost() {
  const first = queue.use()[0]
  return first ? <AlertDialog key={first.id} request={first} /> : null
}

function AlertDialog({ request }: { request: QueuedRequest }) {
  const id = useId()
  const { title, text, answer } = request
  return (
    <Modal
      open
      floating
      role="alertdialog"
      onClose={() => answer(false)}
      aria-labelledby={title ? `${id}-title` : `${id}-text`}
      aria-describedby={title ? `${id}-text` : undefined}
      className="max-w-100 p-[min(1.5rem,6.7vw)] md:p-7"
    >
      {title && (
        <h2 id={`${id}-title`} className="mb-2 text-xl font-bold tracking-[-0.02em]">
          {title}
        </h2>
      )}
      <p id={`${id}-text`} className={title ? 'text-ink-2' : 'text-lg font-semibold'}>
        {text}
      </p>
      {request.kind === 'alert' ? (
        <Button data-autofocus type="button" className="mt-6 self-end" onClick={() => answer(false)}>
          {request.okLabel ?? 'OK'}
        </Button>
      ) : (
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button data-autofocus type="button" variant="outline" onClick={() => answer(false)}>
            {request.cancelLabel ?? 'Batal'}
          </Button>
          <Button type="button" variant={request.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {request.confirmLabel}
          </Button>
        </div>
      )}
    </Modal>
  )
}
