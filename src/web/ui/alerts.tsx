import { useId, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

type AlertRequest = { title?: string | undefined; text: string; okLabel?: string | undefined }
type ConfirmRequest = { title: string; text: string; confirmLabel: string; cancelLabel?: string | undefined; danger?: boolean | undefined }
type Question = ({ kind: 'alert' } & AlertRequest) | ({ kind: 'confirm' } & ConfirmRequest)
type Waiting = Question & { id: number; answer: (confirmed: boolean) => void }

let queue: readonly Waiting[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setQueue(next: readonly Waiting[]) {
  queue = next
  for (const listener of listeners) listener()
}

function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastId
    const answer = (confirmed: boolean) => {
      setQueue(queue.filter((waiting) => waiting.id !== id))
      resolve(confirmed)
    }
    setQueue([...queue, { ...question, id, answer }])
  })
}

/** Tells something that must be seen before going on; resolves when it was closed. */
export async function showAlert(request: AlertRequest): Promise<void> {
  await ask({ kind: 'alert', ...request })
}

/** Asks before something that cannot be taken back; true when it was confirmed. The focus starts on the harmless choice. */
export function askConfirm(request: ConfirmRequest): Promise<boolean> {
  return ask({ kind: 'confirm', ...request })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const readQueue = () => queue
const emptyQueue: readonly Waiting[] = []
const readNothing = () => emptyQueue

/** Shows the questions one after the other. Stands once, near the end of the page. */
export function AlertHost() {
  const first = useSyncExternalStore(subscribe, readQueue, readNothing)[0]
  return first ? <AlertDialog key={first.id} question={first} /> : null
}

function AlertDialog({ question }: { question: Waiting }) {
  const id = useId()
  const { title, text, answer } = question
  return (
    <Modal
      open
      floating
      role="alertdialog"
      onClose={() => answer(false)}
      aria-labelledby={title ? `${id}-title` : `${id}-text`}
      aria-describedby={title ? `${id}-text` : undefined}
      className="max-w-100 p-6 md:p-7"
    >
      {title && (
        <h2 id={`${id}-title`} className="mb-2 text-xl font-bold tracking-[-0.02em]">
          {title}
        </h2>
      )}
      <p id={`${id}-text`} className={title ? 'text-ink-2' : 'text-lg font-semibold'}>
        {text}
      </p>
      {question.kind === 'alert' ? (
        <Button data-autofocus type="button" className="mt-6 self-end" onClick={() => answer(false)}>
          {question.okLabel ?? 'OK'}
        </Button>
      ) : (
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button data-autofocus type="button" variant="outline" onClick={() => answer(false)}>
            {question.cancelLabel ?? 'Batal'}
          </Button>
          <Button type="button" variant={question.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {question.confirmLabel}
          </Button>
        </div>
      )}
    </Modal>
  )
}
