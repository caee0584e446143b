import type { ReactNode } from 'react'
import { failureStatus } from '#contract/client.ts'
import { useApi, type Api } from '#web/identity/api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { ShownOutcome, type LinkOutcome } from './link-outcome.tsx'
import { useLinkToken } from './use-link-token.ts'

type FrameProps = { title: string; lead: string; children: ReactNode }

export const MailedLinkFrame = ({ title, lead, children }: FrameProps) => (
  <>
    <PageHead title={title} noIndex />
    {/* The URL may contain a secret token, so no referrer is sent. */}
    <meta name="referrer" content="no-referrer" />
    <AuthFrame title={title} lead={lead}>
      {children}
    </AuthFrame>
  </>
)

export const Checking = () => (
  <p className="flex items-center gap-3 text-ink-2">
    <Spinner /> Memeriksa tautan…
  </p>
)

type Props = {
  title: string
  lead: string
  /** Shown for a link without a token, or one that was used or has expired. */
  invalid: LinkOutcome
  /** Sends the token, with the session, if any. Null for an invalid link; rejects when the server cannot be reached. */
  open: (api: Api, token: string) => Promise<LinkOutcome | null>
}

/** A mailed link that takes effect as soon as it is open: it is being checked, has an outcome, or could not be checked. */
export function MailedLinkPage({ title, lead, invalid, open }: Props) {
  const api = useApi()
  const token = useLinkToken()
  const { status, data, reload } = useRemote(token ?? null, () => open(api, token ?? ''))
  const outcome = token === null || data === null ? invalid : data
  return (
    <MailedLinkFrame title={title} lead={lead}>
      {/* One region throughout, so that the outcome is announced. Rejections are alerts of their own. */}
      <div role="status" className="grid gap-4">
        {outcome?.is === 'done' && <ShownOutcome outcome={outcome} />}
        {!outcome && status !== 'failed' && <Checking />}
      </div>
      {outcome?.is === 'rejected' && (
        <div className="grid gap-4">
          <ShownOutcome outcome={outcome} />
        </div>
      )}
      {!outcome && status === 'failed' && (
        <div className="grid gap-4">
          <FormError>Koneksi terputus atau terlalu lambat.</FormError>
          <Button type="button" className="justify-self-start" onClick={reload}>
            Coba lagi
          </Button>
        </div>
      )}
    </MailedLinkFrame>
  )
}

/** Calls with the session, if any: the server treats the owner of the account in another way. */
export async function callWithSession<Result>(
  api: Api,
  call: (calls: Pick<Api['anonymous'], 'account'>) => Promise<Result>,
): Promise<Result> {
  if (!(await api.sessions.read(location.pathname))) return call(api.anonymous)
  return call(api.authenticated).catch((error: unknown) => {
    // The session ended meanwhile.
    if (failureStatus(error) === 401) return call(api.anonymous)
    throw error
  })
}

/** True when the same call may succeed later. */
export const isUnreachable = (error: unknown): boolean => failureStatus(error) === null || failureStatus(error) === 503
