import { useState } from 'react'
import { useNavigate } from 'react-router'
import { retryAfterSeconds } from '#contract/client.ts'
import { deleteAccountInput, type Account } from '#contract/identity/account.ts'
import { isStaff } from '#contract/identity/identity.ts'
import { paths } from '#contract/kit/paths.ts'
import { showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { downloadFile } from '#web/kit/ui/download-file.ts'
import { FormError, PasswordField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { useApi } from '#web/identity/api.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { clearDevice, recordSignOut } from '#web/identity/session/clear-device.ts'
import { clearSteps } from '#web/identity/session/use-sign-out.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { useForm } from '#web/identity/sign-in/use-form.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { Section } from './section.tsx'

export function DataSection({ account }: { account: Account }) {
  const { authenticated } = useApi()
  const [busy, setBusy] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)

  async function downloadData() {
    setBusy(true)
    try {
      const { body } = await withLogin(() => authenticated.account.exportMe())
      const { data } = JSON.parse(await body.text()) as { data: unknown }
      downloadFile(new File([JSON.stringify(data, null, 2)], 'data-cendaki.json', { type: 'application/json' }))
    } catch (error) {
      toast.error(failureText(error, 'Data belum bisa diunduh. Coba lagi.', identityText.connectionFailed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Section anchor="data" title="Data dan akun" lead="Unduh semua data tentangmu, atau hapus akun untuk selamanya.">
      <div className="flex flex-wrap gap-3">
        <Button type="button" variant="outline" busy={busy} onClick={() => void downloadData()}>
          Unduh data saya
        </Button>
        {!isStaff(account.role) && (
          <Button type="button" variant="danger" onClick={() => setIsDeleting(true)}>
            Hapus akun
          </Button>
        )}
      </div>
      {isStaff(account.role) && (
        <p className="mt-3 text-sm text-ink-3">Akun instruktur dan admin dihapus oleh admin lain.</p>
      )}
      <Dialog open={isDeleting} title="Hapus akun?" onClose={() => setIsDeleting(false)}>
        <DeleteAccountForm account={account} onCancel={() => setIsDeleting(false)} />
      </Dialog>
    </Section>
  )
}

function DeleteAccountForm({ account, onCancel }: { account: Account; onCancel: () => void }) {
  const { authenticated, sessions } = useApi()
  const navigate = useNavigate()
  const form = useForm(deleteAccountInput, { email: '', password: '' })
  const { errors, isSubmitting } = form
  const [failure, setFailure] = useState<string | null>(null)
  const wait = useCountdown()

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await withLogin(() => authenticated.account.deleteMe(values))
      await clearSteps(account._id)
      clearDevice(account._id)
      recordSignOut(account._id)
      await sessions.clear()
      await navigate(paths.home())
      await showAlert({ text: 'Akunmu sudah dihapus.' })
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      if (seconds !== null) wait.start(seconds)
      else if (!form.showFieldErrors(error))
        setFailure(failureText(error, 'Akun belum dihapus. Coba lagi.', identityText.connectionFailed))
    }
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-ink-2">
        Kelas, progres, catatan, ulasan, dan sertifikatmu terhapus dan tidak bisa dikembalikan. Invoice tetap disimpan
        tanpa namamu karena diwajibkan aturan pembukuan.
      </p>
      {failure && <FormError>{failure}</FormError>}
      <WaitNotice secondsLeft={wait.secondsLeft} />
      <TextField
        label="Ketik emailmu untuk memastikan"
        type="email"
        autoComplete="off"
        inputMode="email"
        required
        error={errors.email}
        {...form.register('email')}
      />
      {account.hasPassword && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password}
          {...form.register('password')}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" variant="outline" onClick={onCancel}>
          Batal
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting} disabled={wait.secondsLeft > 0}>
          Hapus akun saya
        </Button>
      </div>
    </form>
  )
}
