import { useId } from 'react'
import { Link, useRevalidator } from 'react-router'
import { formatDate, formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import {
  requestKindLabels,
  requestStateLabels,
  type Consent,
  type OwnRequest,
  type RequestState,
} from '#contract/privacy/privacy.ts'
import { useApi } from '#web/identity/api.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { useAction } from '#web/identity/use-action.ts'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PrivacyRequestForm } from './privacy-request-form.tsx'
import { Section } from './section.tsx'

const tones: Record<RequestState, BadgeTone> = {
  new: 'promo',
  'in-progress': 'info',
  done: 'success',
  rejected: 'danger',
}
const subheading = 'mt-6 font-bold'

export function PrivacySection({
  consents,
  requests,
}: {
  consents: readonly Consent[]
  requests: readonly OwnRequest[]
}) {
  return (
    <Section anchor="privasi" title="Privasi" lead="Apa yang kamu setujui, dan permintaan tentang datamu.">
      <p>
        <Link
          to={paths.privacy()}
          className="inline-flex min-h-11 items-center font-semibold text-nila underline underline-offset-2"
        >
          Data apa yang disimpan, dan berapa lama
        </Link>
      </p>
      <h3 className="mt-3 font-bold">Persetujuan</h3>
      <ul className="mt-1 grid">
        {consents.map((consent) => (
          <ConsentRow key={consent.purpose} consent={consent} />
        ))}
      </ul>
      <h3 className={subheading}>Ajukan permintaan</h3>
      <PrivacyRequestForm />
      {requests.length > 0 && (
        <>
          <h3 className={subheading}>Permintaanmu</h3>
          <ul className="mt-1 grid">
            {requests.map((request) => (
              <RequestRow key={request._id} request={request} />
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function ConsentRow({ consent }: { consent: Consent }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const id = useId()
  const { busy, run } = useAction<'set'>((error) =>
    failureText(error, 'Belum tersimpan. Coba lagi.', identityText.connectionFailed),
  )
  const { purpose, version, currentVersion, canWithdraw, givenAt } = consent
  const isOutdated = version !== currentVersion

  const set = (given: boolean) =>
    run('set', async () => {
      const { message } = await authenticated.privacy.setConsent({ purpose, given })
      toast.success(message ?? 'Tersimpan.')
      await revalidate()
    })

  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p id={id} className="font-semibold">
            {consent.text}
          </p>
          <p className="text-sm text-ink-3">
            {givenAt ? `Disetujui ${formatDate(givenAt)}, ` : 'Tidak disetujui'}
            {givenAt && <Version consent={consent} />}
          </p>
        </div>
        {isOutdated ? (
          <Button
            type="button"
            size="sm"
            variant="outline"
            busy={busy !== null}
            aria-describedby={id}
            onClick={() => void set(true)}
          >
            {givenAt ? `Setujui versi ${currentVersion}` : 'Setujui'}
          </Button>
        ) : (
          canWithdraw && (
            <Button
              type="button"
              size="sm"
              variant="outline"
              busy={busy !== null}
              aria-describedby={id}
              onClick={() => void set(false)}
            >
              Tarik
            </Button>
          )
        )}
      </div>
      {consent.history.length > 1 && <History consent={consent} />}
    </li>
  )
}

/** Every version of the terms stays readable. */
const Version = ({ consent: { purpose, version } }: { consent: Consent }) =>
  purpose === 'terms' ? (
    <Link to={`${paths.terms()}?versi=${version}`} className="underline underline-offset-2 hover:text-ink">
      versi {version}
    </Link>
  ) : (
    `versi ${version}`
  )

const History = ({ consent }: { consent: Consent }) => (
  <details className="mt-1 text-sm text-ink-3">
    <summary className="inline-flex min-h-11 items-center font-semibold">Riwayat</summary>
    <ul>
      {consent.history.map(({ version, givenAt, endedAt }) => (
        <li key={givenAt}>
          Versi {version}: {formatShortDateTime(givenAt)} sampai {endedAt ? formatShortDateTime(endedAt) : 'sekarang'}{' '}
          WIB
        </li>
      ))}
    </ul>
  </details>
)

const RequestRow = ({ request }: { request: OwnRequest }) => (
  <li className="border-b border-line py-3 last:border-0">
    <p className="flex flex-wrap items-center gap-2">
      <strong>{requestKindLabels[request.kind]}</strong>
      <Badge tone={tones[request.state]}>{requestStateLabels[request.state]}</Badge>
    </p>
    <p className="text-sm text-ink-3">
      {request.closedAt
        ? `Dijawab ${formatShortDateTime(request.closedAt)} WIB`
        : `Dijawab paling lambat ${formatShortDateTime(request.dueAt)} WIB`}
    </p>
    <p className="mt-1 whitespace-pre-line wrap-anywhere">{request.text}</p>
    {request.answer && (
      <p className="mt-2 rounded-field bg-sunken px-4 py-3 whitespace-pre-line wrap-anywhere">{request.answer}</p>
    )}
  </li>
)
