import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteAccountInput, type Account } from '#contract/identity/account.ts'
import { isStaff } from '#contract/identity/identity.ts'
import { paths } from '#contract/kit/paths.ts'
import { showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { downloadFile } from '#web/kit/ui/download-file.ts'
import { PasswordField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useApi } from '#web/identity/api.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { clearDevice, recordSignOut } from '#web/identity/session/clear-device.ts'
import { clearSteps } from '#web/identity/session/use-sign-out.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { Section } from './section.tsx'
import { useAccountForm } from './use-account-form.tsx'

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
  const form = useAccountForm(
    deleteAccountInput,
    { email: '', password: '' },
    {
      call: (values) => authenticated.account.deleteMe(values),
      async done() {
        await clearSteps(account._id)
        clearDevice(account._id)
        recordSignOut(account._id)
        await sessions.clear()
        await navigate(paths.home())
        await showAlert({ text: 'Akunmu sudah dihapus.' })
      },
      failed: 'Akun belum dihapus. Coba lagi.',
    },
  )

  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <p className="text-ink-2">
        Kelas, progres, catatan, ulasan, dan sertifikatmu terhapus dan tidak bisa dikembalikan. Invoice tetap disimpan
        tanpa namamu karena diwajibkan aturan pembukuan.
      </p>
      {form.notices}
      <TextField
        label="Ketik emailmu untuk memastikan"
        type="email"
        autoComplete="off"
        inputMode="email"
        required
        {...form.field('email')}
      />
      {account.hasPassword && (
        <PasswordField label="Password" autoComplete="current-password" required {...form.field('password')} />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" variant="outline" onClick={onCancel}>
          Batal
        </Button>
        <Button type="submit" variant="danger" busy={form.isSubmitting} disabled={form.isWaiting}>
          Hapus akun saya
        </Button>
      </div>
    </form>
  )
}
