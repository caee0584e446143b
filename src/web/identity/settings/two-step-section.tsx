import { lazy, Suspense, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { TwoStepState } from '#contract/identity/two-step.ts'
import { useApi } from '#web/identity/api.ts'
import { Section } from './section.tsx'
import { useAction } from '#web/identity/use-action.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { describeActionFailure } from './action-failure.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { focusHeading } from '#web/identity/two-step/focus-heading.ts'
import { securityApi } from '#web/identity/two-step/security-api.ts'

const TotpSetup = lazy(() => import('./totp-setup.tsx').then((module) => ({ default: module.TotpSetup })))

/** Below this, the section suggests new recovery codes. */
const fewCodes = 3

/** Two-step sign-in of the user: setup, state, recovery codes. */
export function TwoStepSection({ state, email }: { state: TwoStepState; email: string }) {
  const { revalidate } = useRevalidator()
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const part = useRef<HTMLDivElement>(null)

  function setUp(isWanted: boolean) {
    focusHeading(part)
    setSettingUp(isWanted)
  }
  function showCodes(made: readonly string[]) {
    focusHeading(part)
    setCodes(made)
  }
  async function finish() {
    focusHeading(part)
    setCodes(null)
    setSettingUp(false)
    await revalidate()
  }

  return (
    <Section
      title="Verifikasi dua langkah"
      lead="Selain password, minta kode dari aplikasi autentikator setiap kali masuk."
    >
      <div ref={part}>
        {codes ? (
          <RecoveryCodes codes={codes} email={email} onStored={() => void finish()} />
        ) : state.totp ? (
          <Active recoveryCodesLeft={state.recoveryCodesLeft} onCodes={showCodes} onOff={() => focusHeading(part)} />
        ) : isSettingUp ? (
          <Suspense fallback={<p role="status">Memuat…</p>}>
            <TotpSetup onConfirmed={showCodes} onCancel={() => setUp(false)} />
          </Suspense>
        ) : (
          <div className="flex flex-wrap items-center gap-4">
            <Badge tone="neutral">Belum aktif</Badge>
            <Button type="button" onClick={() => setUp(true)}>
              Aktifkan
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}

function Active({
  recoveryCodesLeft,
  onCodes,
  onOff,
}: {
  recoveryCodesLeft: number
  onCodes: (codes: readonly string[]) => void
  onOff: () => void
}) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<'off' | 'codes'>(describeActionFailure)

  async function renewCodes() {
    const question = {
      title: 'Buat kode pemulihan baru?',
      text: 'Semua kode yang lama tidak berlaku lagi.',
      confirmLabel: 'Buat kode baru',
    }
    if (!(await askConfirm(question))) return
    await run('codes', async () => onCodes((await securityApi(authenticated).renewRecoveryCodes()).data.recoveryCodes))
  }

  async function switchOff() {
    const question = {
      title: 'Matikan verifikasi dua langkah?',
      text: 'Akunmu hanya dilindungi password lagi, dan kode pemulihanmu tidak berlaku lagi.',
      confirmLabel: 'Matikan',
      danger: true,
    }
    if (!(await askConfirm(question))) return
    await run('off', async () => {
      const { message } = await securityApi(authenticated).removeTotp()
      toast.success(message ?? 'Verifikasi dua langkah dimatikan.')
      onOff()
      await revalidate()
    })
  }

  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone="success">Aktif</Badge>
        <span className={recoveryCodesLeft < fewCodes ? 'font-semibold text-mengkudu' : 'text-ink-2'}>
          {recoveryCodesLeft === 0
            ? 'Kode pemulihan habis: buat yang baru.'
            : `Kode pemulihan tersisa: ${recoveryCodesLeft}`}
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="button" variant="outline" busy={busy === 'codes'} onClick={() => void renewCodes()}>
          Buat kode pemulihan baru
        </Button>
        <Button type="button" variant="outline" busy={busy === 'off'} onClick={() => void switchOff()}>
          Matikan
        </Button>
      </div>
    </div>
  )
}
