import { useState, type ReactNode } from 'react'
import { serverMessage } from '#contract/client.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'

/** Result of a mailed link, and where to go from here. */
export type LinkOutcome = { is: 'done' | 'rejected'; text: string; more?: string; next: ReactNode }

export function ShownOutcome({ outcome: { is, text, more, next } }: { outcome: LinkOutcome }) {
  return (
    <>
      {is === 'done' ? (
        <p className="rounded-field bg-daun-50 px-4 py-3 font-semibold text-daun">{text}</p>
      ) : (
        <FormError>{text}</FormError>
      )}
      {more && <p className="text-ink-2">{more}</p>}
      {next}
    </>
  )
}

type PressProps = { text: string; label: string; done: LinkOutcome; press: () => Promise<unknown> }

/** A link that does nothing before a press, because programs that look at mails open their links. */
export function PressedLink({ text, label, done, press }: PressProps) {
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [failure, setFailure] = useState<string | null>(null)

  async function run() {
    setState('busy')
    setFailure(null)
    try {
      await press()
      setState('done')
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
      setState('open')
    }
  }

  if (state === 'done') return <ShownOutcome outcome={done} />
  return (
    <>
      <p>{text}</p>
      <Button busy={state === 'busy'} onClick={() => void run()}>
        {label}
      </Button>
      {failure && <FormError>{failure}</FormError>}
    </>
  )
}
