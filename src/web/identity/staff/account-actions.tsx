import { useState } from 'react'
import type { UserDetail } from '#contract/identity/users.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { CorrectEmailDialog } from './correct-email-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'

/** Helps a user who cannot sign in, or who leaves. */
export function AccountActions({ user }: { user: UserDetail }) {
  const { authenticated } = useApi()
  const [open, setOpen] = useState<'email' | 'delete' | null>(null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function sendLink() {
    setSending(true)
    setFailure(null)
    try {
      const { message } = await withLogin(() => authenticated.users.sendResetLink({ id: user._id }))
      toast.success(message ?? 'Tautan dikirim.')
    } catch (error) {
      setFailure(describeFailure(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <section className="mt-8 rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">Akun</h2>
      <p className="mt-2 text-ink-2">
        Tidak bisa masuk? Periksa dulu alamat emailnya, lalu kirim tautan untuk membuat password.
      </p>
      {failure && (
        <div className="mt-4">
          <FormError>{failure}</FormError>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => setOpen('email')}>
          Betulkan email
        </Button>
        <Button variant="outline" busy={isSending} disabled={user.disabled} onClick={() => void sendLink()}>
          Kirim tautan password
        </Button>
        <Button variant="danger" className="sm:ml-auto" onClick={() => setOpen('delete')}>
          Hapus akun
        </Button>
      </div>
      {open === 'email' && <CorrectEmailDialog user={user} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteUserDialog user={user} onClose={() => setOpen(null)} />}
    </section>
  )
}
