import { useState } from 'react'
import { serverMessage } from '#contract/client.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { invitationLabels } from '#contract/learning/teacher-labels.ts'
import type { Invitation } from '#contract/learning/invitations.ts'
import { useApi } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'

type Props = {
  courseId: string
  invitations: { rows: readonly Invitation[]; total: number }
  onChanged: () => void
}

/** Who was invited and has not accepted yet, each with sending it again and taking it back. */
export function WaitingInvitations({ courseId, invitations, onChanged }: Props) {
  const { authenticated } = useApi()
  const [more, setMore] = useState<readonly Invitation[]>([])
  const [busy, setBusy] = useState<string | null>(null)
  const first = invitations.rows
  const rows = [...first, ...more.filter(({ _id }) => !first.some((row) => row._id === _id))]
  if (rows.length === 0) return null

  async function run(id: string, work: () => Promise<{ message?: string | undefined }>, onDone = () => {}) {
    setBusy(id)
    try {
      const { message } = await work()
      if (message) toast.success(message)
      onDone()
      onChanged()
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Belum terkirim. Coba lagi.')
    } finally {
      setBusy(null)
    }
  }

  return (
    <section aria-labelledby="undangan-menunggu" className="mt-6">
      <h3 id="undangan-menunggu" className="font-bold">
        Undangan menunggu ({invitations.total})
      </h3>
      <ul className="mt-2 grid gap-2">
        {rows.map(({ _id: invitationId, email, role, mailedAt }) => (
          <li
            key={invitationId}
            data-row
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-4 py-2"
          >
            <span className="min-w-0 wrap-anywhere">
              {email}
              <span className="block text-sm text-ink-3">
                {invitationLabels[role]} ·{' '}
                {mailedAt ? `dikirim ${formatShortDateTime(mailedAt)}` : 'emailnya belum dikirim, kirim lagi nanti'}
              </span>
            </span>
            <span className="flex flex-wrap gap-1">
              <Button
                variant="ghost"
                size="sm"
                busy={busy === invitationId}
                onClick={() =>
                  void run(invitationId, () =>
                    authenticated.invitations.resendInvitation({ id: courseId, invitationId }),
                  )
                }
              >
                Kirim lagi<span className="sr-only"> ke {email}</span>
              </Button>
              <Button
                variant="ghost"
                size="sm"
                busy={busy === invitationId}
                onClick={(event) => {
                  const button = event.currentTarget
                  void run(
                    invitationId,
                    () => authenticated.invitations.withdrawInvitation({ id: courseId, invitationId }),
                    () => {
                      leaveRow(button)
                      setMore(more.filter(({ _id }) => _id !== invitationId))
                    },
                  )
                }}
              >
                Tarik<span className="sr-only"> undangan ke {email}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {rows.length < invitations.total && (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          busy={busy === 'more'}
          onClick={() =>
            void run('more', async () => {
              const after = rows.at(-1)?._id
              const { data } = await authenticated.invitations.listInvitations({
                id: courseId,
                ...(after ? { after } : {}),
              })
              setMore([...more, ...data.rows])
              return {}
            })
          }
        >
          Tampilkan lainnya
        </Button>
      )}
    </section>
  )
}
