import { useState, type FormEvent } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { maximumInvited } from '#contract/groups/teams.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'
import { readEmails } from './pasted-emails.ts'

const skipped = { member: 'sudah di tim', later: 'belum dikirim karena undangannya sudah banyak, coba lagi nanti' }

/** Mails the link to pasted addresses. */
export function InviteForm({ teamId }: { teamId: string }) {
  const { authenticated } = useApi()
  const [pasted, setPasted] = useState('')
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [left, setLeft] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const emails = readEmails(pasted)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (emails.length === 0) return setFailure('Tempel minimal satu alamat email')
    if (emails.length > maximumInvited) return setFailure(`Paling banyak ${maximumInvited} email sekaligus`)
    setBusy(true)
    setFailure(undefined)
    try {
      const { data, message } = await withLogin(() => authenticated.teams.inviteToTeam({ id: teamId, emails }))
      toast.success(message ?? 'Undangan dikirim.')
      setLeft(data.skipped.map(({ email, reason }) => `${email}: ${skipped[reason]}`))
      setPasted('')
    } catch (error) {
      const wrong = Object.entries(fieldErrors(error)).map(([field, text]) => {
        const email = emails[Number(field.split('.')[1])]
        return email ? `${email}: ${text}` : text
      })
      setFailure(wrong[0] ?? serverMessage(error) ?? 'Undangan belum terkirim. Coba lagi.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate aria-label="Undang lewat email" className="grid gap-3" onSubmit={(event) => void send(event)}>
      <TextAreaField
        label="Undang lewat email"
        rows={3}
        value={pasted}
        hint="Tempel daftar alamat, dipisah koma atau baris baru."
        error={failure}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" busy={isBusy}>
          {emails.length > 1 ? `Kirim ${emails.length} undangan` : 'Kirim undangan'}
        </Button>
      </div>
      {left.length > 0 && (
        <div role="status">
          <p className="text-sm font-semibold">Tidak dikirim:</p>
          <ul className="list-disc pl-5 text-sm wrap-anywhere text-ink-2">
            {left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )
}
