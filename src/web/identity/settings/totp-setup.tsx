import qrcode from 'qrcode'
import { useState } from 'react'
import { failureCode, retryAfterSeconds } from '#contract/client.ts'
import { codeInput } from '#contract/identity/two-step.ts'
import { useApi } from '#web/identity/api.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { copyWithToast } from '#web/kit/ui/sharing/copy-text.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { CodeField } from '#web/identity/two-step/code-field.tsx'
import { securityApi } from '#web/identity/two-step/security-api.ts'
import { useProofForm } from '#web/identity/two-step/use-proof-form.ts'

type Props = { onConfirmed: (recoveryCodes: readonly string[]) => void; onCancel: () => void }

/** The setup of an authenticator app: a QR code, its secret as text, and the first code. */
export function TotpSetup({ onConfirmed, onCancel }: Props) {
  const { authenticated } = useApi()
  const [failure, setFailure] = useState<string | null>(null)
  const [round, setRound] = useState(1)
  const setup = useRemote(`setup ${round}`, start)
  const wait = useCountdown()

  async function start() {
    const { data } = await withLogin(() => securityApi(authenticated).startTotp())
    const svg = await qrcode.toString(data.uri, { type: 'svg', margin: 2 })
    return { secret: data.secret, qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}` }
  }

  const form = useProofForm(
    codeInput,
    { code: '' },
    {
      isWaiting: wait.secondsLeft > 0,
      clearFailure: () => setFailure(null),
      showFailure(error) {
        const seconds = retryAfterSeconds(error)
        if (seconds !== null) return wait.start(seconds)
        setFailure(failureText(error, 'Belum berhasil. Coba lagi.', identityText.connectionFailed))
        if (failureCode(error) === 'NO_SETUP') setRound(round + 1)
      },
      async prove(proof) {
        const { data } = await withLogin(() => securityApi(authenticated).confirmTotp(proof))
        onConfirmed(data.recoveryCodes)
      },
    },
  )

  async function copySecret(secret: string) {
    await copyWithToast(secret, {
      copied: 'Kunci disalin.',
      failed: 'Peramban ini tidak mengizinkan menyalin. Ketik kuncinya di aplikasi.',
    })
  }

  return (
    <div className="grid gap-4">
      {failure && <FormError>{failure}</FormError>}
      {setup.status === 'failed' && (
        <FormError>
          {failureText(setup.error, 'Penyiapan belum bisa dimulai. Coba lagi.', identityText.connectionFailed)}
        </FormError>
      )}
      {setup.status === 'loading' && (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner /> Menyiapkan…
        </p>
      )}
      {setup.status === 'loaded' && (
        <>
          <ol className="grid list-decimal gap-2 pl-5 text-ink-2">
            <li>Pasang aplikasi autentikator di ponselmu, misalnya Google Authenticator, Aegis, atau 2FAS.</li>
            <li>Pindai kode QR ini dengan aplikasi itu, atau ketik kuncinya.</li>
            <li>Masukkan 6 angka yang ditampilkan aplikasi.</li>
          </ol>
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={setup.data.qrCode}
              alt="Kode QR untuk aplikasi autentikator"
              width={176}
              height={176}
              className="rounded-field border border-line"
            />
            <div className="min-w-0 flex-1 basis-50">
              <p className="text-sm font-semibold">Kunci</p>
              <p className="font-mono text-sm wrap-anywhere">{inGroups(setup.data.secret)}</p>
              <Button
                type="button"
                variant="outline"
                size="sm"
                className="mt-2"
                onClick={() => void copySecret(setup.data.secret)}
              >
                Salin kunci
              </Button>
            </div>
          </div>
        </>
      )}
      <form onSubmit={form.submit} noValidate className="grid gap-4">
        <WaitNotice secondsLeft={wait.secondsLeft} />
        {setup.status === 'loaded' && <CodeField {...form.field('code')} />}
        <div className="flex flex-wrap gap-3">
          {setup.status === 'loaded' && (
            <Button type="submit" busy={form.isSubmitting} disabled={wait.secondsLeft > 0}>
              Aktifkan
            </Button>
          )}
          {setup.status === 'failed' && (
            <Button type="button" onClick={setup.reload}>
              Coba lagi
            </Button>
          )}
          <Button type="button" variant="outline" onClick={onCancel}>
            Batal
          </Button>
        </div>
      </form>
    </div>
  )
}

const inGroups = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')
