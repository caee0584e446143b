import { useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import type { Operation } from '#contract/kit/site-mode.ts'
import { levelLabels, type CheckLevel, type SystemCheck, type TestMail } from '#contract/site/system.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { ModeDialog } from './mode-dialog.tsx'
import { Button } from '#web/kit/ui/button.tsx'

export const createLoader = staffLoader((api) => api.authenticated.system.showSystem())

const tones: Record<CheckLevel, BadgeTone> = { ok: 'success', warning: 'promo', problem: 'danger' }

const order: readonly CheckLevel[] = ['problem', 'warning', 'ok']

/** The state of the installation, and what to do about what is wrong. `npm run doctor` shows the same. */
export function Page() {
  const { checks, settings, checkedAt } = useLoaderData<ReturnType<typeof createLoader>>().data
  const { revalidate, state } = useRevalidator()
  const [operation, setOperation] = useState<Operation | null>(null)
  const actions: Partial<Record<string, ReactNode>> = {
    mail: <TestMailButton />,
    mode: <ModeButton onLoaded={setOperation} />,
    provider: (
      <Button variant="outline" size="sm" busy={state === 'loading'} onClick={() => void revalidate()}>
        Periksa pembayaran
      </Button>
    ),
  }
  const problems = checks.filter(({ level }) => level !== 'ok').length
  const urgentFirst = checks.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
  return (
    <StaffPage
      title="Sistem"
      lead={
        <>
          {problems === 0 ? 'Semua baik.' : `${problems} hal perlu dilihat.`} Diperiksa {formatShortDateTime(checkedAt)}
          .
        </>
      }
      actions={
        <Button variant="outline" busy={state === 'loading'} onClick={() => void revalidate()}>
          Periksa lagi
        </Button>
      }
    >
      <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {urgentFirst.map((check) => (
          <CheckRow key={check.name} {...check} action={actions[check.name]} />
        ))}
      </ul>
      {operation && <ModeDialog operation={operation} onSaved={revalidate} onClose={() => setOperation(null)} />}
      <details className="mt-6 rounded-card border border-line bg-surface shadow-card">
        <summary className="min-h-11 cursor-pointer px-4 py-3 font-semibold">
          Setelan dari lingkungan ({settings.filter(({ value }) => value !== null).length} diisi)
        </summary>
        <dl className="grid gap-x-6 gap-y-2 px-4 pb-4 sm:grid-cols-[auto_1fr]">
          {settings.map(({ name, value }) => (
            <div key={name} className="min-w-0 sm:contents">
              <dt className="font-mono text-sm text-ink-2 wrap-anywhere">{name}</dt>
              <dd className="min-w-0 text-sm wrap-anywhere">{value ?? <span className="text-ink-3">bawaan</span>}</dd>
            </div>
          ))}
        </dl>
      </details>
    </StaffPage>
  )
}

const CheckRow = ({ label, level, value, advice, action }: SystemCheck & { action: ReactNode }) => (
  <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3">
    <div className="min-w-0 flex-1 basis-64">
      <h2 className="font-semibold">{label}</h2>
      <p className="text-sm text-ink-2 wrap-anywhere">{value}</p>
      {advice && <p className="mt-1 text-sm font-semibold wrap-anywhere">{advice}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
    <Badge tone={tones[level]}>{levelLabels[level]}</Badge>
  </li>
)

function ModeButton({ onLoaded }: { onLoaded: (operation: Operation) => void }) {
  const { authenticated } = useApi()
  const { busy, run } = useAction<'load'>(describeFailure)
  const load = () => run('load', async () => onLoaded((await authenticated.operation.showOperation()).data))
  return (
    <Button variant="outline" size="sm" busy={busy !== null} onClick={() => void load()}>
      Ubah mode
    </Button>
  )
}

/** Sends a mail to the admin who presses it, and says beside the button what became of it. */
function TestMailButton() {
  const { authenticated } = useApi()
  const { busy, run } = useAction<'send'>(describeFailure)
  const [result, setResult] = useState<TestMail | null>(null)
  const send = () => run('send', async () => setResult((await authenticated.system.sendTestMail()).data))
  return (
    <>
      <Button variant="outline" size="sm" busy={busy !== null} onClick={() => void send()}>
        Kirim email percobaan
      </Button>
      <p role="status" className="mt-1 text-sm wrap-anywhere">
        {result && describeTestMail(result)}
      </p>
    </>
  )
}

function describeTestMail({ outcome, to, reason }: TestMail): string {
  if (outcome === 'sent') return `Server email menerima email untuk ${to}. Periksa kotak masukmu, juga folder spam.`
  if (outcome === 'kept') return 'SMTP_URL belum diisi, jadi email disimpan di folder outbox dan tidak dikirim.'
  return `Server email menolak: ${reason}`
}
