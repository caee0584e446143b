import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** Says how many people came with an import and were not invited yet; sends their invitations. Nothing while nobody waits. */
export function WaitingInvitations() {
  const { authenticated } = useApi()
  const { state } = useRevalidator()
  const [waiting, setWaiting] = useState(0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let isCurrent = true
    // The list beside it says that something failed.
    authenticated.users.countWaiting().then(
      ({ data }) => isCurrent && setWaiting(data.waiting),
      () => {},
    )
    return () => void (isCurrent = false)
  }, [authenticated, state])

  async function send(pressed: Element) {
    setBusy(true)
    try {
      const { data, message } = await withLogin(() => authenticated.users.inviteWaiting())
      if (data.waiting === 0) leaveRow(pressed)
      setWaiting(data.waiting)
      toast.success(message ?? 'Undangan dikirim.')
    } catch (error) {
      toast.error(describeFailure(error))
    } finally {
      setBusy(false)
    }
  }

  if (waiting === 0) return null
  return (
    <section
      aria-label="Undangan"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4"
    >
      <p className="min-w-0">
        <b>{waiting.toLocaleString('id-ID')} orang</b> hasil impor belum diundang. Mereka bisa masuk dengan password
        lamanya, atau membuat yang baru lewat undangan.
      </p>
      <Button busy={busy} onClick={(event) => void send(event.currentTarget)}>
        Kirim undangan
      </Button>
    </section>
  )
}
